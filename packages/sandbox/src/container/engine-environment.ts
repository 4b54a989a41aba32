import { programVariable } from '../process/find-program.js';
import { systemPath } from '../process/system-folders.js';

/** In search order: podman needs neither a service nor a privileged group. */
export const engineNames = ['podman', 'docker'] as const;

export type EngineName = (typeof engineNames)[number];

/**
 * The variables of this process that the engine's client reads: whose engine it is, and how it is set
 * up. Nothing else reaches it, and nothing at all reaches a container.
 */
const PASSED_ON: ReadonlySet<string> = new Set([
  'HOME',
  'USER',
  'LOGNAME',
  'TMPDIR',
  'XDG_CONFIG_HOME',
  'XDG_DATA_HOME',
  'XDG_RUNTIME_DIR',
  // Rootless podman asks systemd for a cgroup.
  'DBUS_SESSION_BUS_ADDRESS',
  'CONTAINERS_CONF',
  'CONTAINERS_CONF_OVERRIDE',
  'CONTAINERS_REGISTRIES_CONF',
  'CONTAINERS_STORAGE_CONF',
  'DOCKER_API_VERSION',
  'DOCKER_CERT_PATH',
  'DOCKER_CONFIG',
  'DOCKER_CONTEXT',
  'DOCKER_HOST',
  'DOCKER_TLS_VERIFY',
  'STORAGE_DRIVER',
  'STORAGE_OPTS',
  // For a process of Dragoman that starts it in turn.
  ...engineNames.map(programVariable),
]);

/**
 * What of an environment the client of a container engine gets. The programs that it starts in turn
 * (conmon, newuidmap, …) are those of the system.
 */
export function engineEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const passed = Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && PASSED_ON.has(name) ? [[name, value] as const] : [],
  );
  return { PATH: systemPath(), ...Object.fromEntries(passed) };
}
