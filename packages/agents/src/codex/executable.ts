import type { ExecutableCandidate, Platform } from '../agent.js';

const ARCH: Readonly<Record<Platform['arch'], string>> = { x64: 'x86_64', arm64: 'aarch64' };

/** Codex ships one static build for all Linux systems. */
const SYSTEM: Readonly<Record<Platform['os'], string>> = {
  linux: 'unknown-linux-musl',
  darwin: 'apple-darwin',
  win32: 'pc-windows-msvc',
};

/** Codex has moved its build three times; each path names the versions that were looked at. */
export function codexExecutables(platform: Platform): readonly ExecutableCandidate[] {
  const target = `${ARCH[platform.arch]}-${SYSTEM[platform.os]}`;
  const program = platform.os === 'win32' ? 'codex.exe' : 'codex';
  const suffix = platform.os === 'win32' ? '.exe' : '';
  const ownPackage = '@openai/codex';
  const platformPackage = `@openai/codex-${platform.os}-${platform.arch}`;
  const native = (path: string, searchPath: string[] = []): ExecutableCandidate => ({
    path,
    kind: 'native',
    searchPath,
  });
  const underVendor = (root: string) =>
    native(`${root}/vendor/${target}/codex/${program}`, [`${root}/vendor/${target}/path`]);
  return [
    native(`${platformPackage}/vendor/${target}/bin/${program}`), // from 0.135
    underVendor(platformPackage), // 0.107, 0.121
    underVendor(ownPackage), // 0.42 to 0.98
    native(`${ownPackage}/bin/codex-${target}${suffix}`), // 0.20
    { path: `${ownPackage}/bin/codex.js`, kind: 'node' },
  ];
}
