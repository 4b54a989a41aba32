import { compareVersions } from '../../compare-versions.js';

/** From here on updates are switched off by other names. */
const RENAMED_SINCE = '0.26.0';

/** What Gemini CLI would do by itself. */
export function quietSettings(version: string) {
  const updates =
    compareVersions(version, RENAMED_SINCE) < 0
      ? { disableAutoUpdate: true, disableUpdateNag: true }
      : { enableAutoUpdate: false, enableAutoUpdateNotification: false };
  return {
    general: updates,
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
  };
}
