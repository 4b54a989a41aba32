import { readFile } from 'node:fs/promises';
import type { Platform } from '@dragoman/agents';
import { DragomanError, isJsonObject } from '@dragoman/protocol';

/** What this machine is, as far as the choice of a CLI's build goes. */
export async function detectPlatform(): Promise<Platform> {
  const { platform: os, arch } = process;
  if (os !== 'linux' && os !== 'darwin' && os !== 'win32') throw unsupported();
  if (arch !== 'x64' && arch !== 'arm64') throw unsupported();
  return { os, arch, libc: libcOfNode(), avx2: await hasAvx2() };
}

function unsupported(): DragomanError {
  return new DragomanError(
    'platform_unsupported',
    `No agent CLI is published for ${process.platform} on ${process.arch}.`,
  );
}

/** Node's own report names the glibc it runs on; on a musl system there is none to name. */
function libcOfNode(): Platform['libc'] {
  const report: unknown = process.report.getReport();
  const header = isJsonObject(report) ? report.header : undefined;
  const hasGlibc = isJsonObject(header) && header.glibcVersionRuntime !== undefined;
  return process.platform === 'linux' && !hasGlibc ? 'musl' : 'glibc';
}

/** Taken for granted where it can't be told: builds without it are tried next. */
async function hasAvx2(): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  const processor = await readFile('/proc/cpuinfo', 'utf8').catch(() => '');
  return processor === '' || /\bavx2\b/.test(processor);
}
