import type { ProcessResult } from '@dragoman/sandbox';
import { describe, expect, test } from 'vitest';
import { installFailure, npmFailure, unpackFailure } from './install-failure.js';

function failed(more: Partial<ProcessResult>): ProcessResult {
  return { exitCode: 1, signal: null, reason: 'exited', stdout: '', stderr: '', ...more };
}

const codex = { name: 'codex', version: '0.58.0' } as const;

describe('an npm run that failed', () => {
  test.each([
    ['ENOTFOUND', 'install_offline'],
    ['ECONNREFUSED', 'install_offline'],
    ['ENOSPC', 'install_disk_full'],
    ['EACCES', 'install_not_permitted'],
    ['E403', 'install_refused'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'install_untrusted'],
    ['ETARGET', 'install_version_unknown'],
    ['EWHATEVER', 'install_failed'],
  ])('with %s is %s', (npmCode, code) => {
    const stdout = JSON.stringify({ error: { code: npmCode, summary: 'It broke.', detail: '' } });
    const error = installFailure(codex, npmFailure(failed({ stdout })));
    expect(error.code).toBe(code);
    expect(error.message).toMatch(/^Cannot install codex@0\.58\.0: It broke\. \w/);
  });

  test('is read from stderr, without noise, when there is no JSON', () => {
    const stderr = [
      'npm warn Unknown user config "x"',
      'npm error code ENOSPC',
      'npm error syscall write',
      'npm error nospc ENOSPC: no space left on device, write',
      'npm error     at something (file.js:1:1)',
      'npm error A complete log of this run can be found in: /root/x.log',
    ].join('\n');
    expect(npmFailure(failed({ stderr }))).toEqual({
      code: 'ENOSPC',
      text: 'nospc ENOSPC: no space left on device, write',
    });
  });

  test('because the disk was full while it unpacked is found though npm names no code', () => {
    const stderr = [
      'npm warn tar TAR_ENTRY_ERROR ENOENT: no such file or directory, lstat',
      'npm warn tar TAR_ENTRY_ERROR ENOSPC: no space left on device, write',
      'npm error A complete log of this run can be found in: /root/x.log',
    ].join('\n');
    const full = { code: 'ENOSPC', text: 'ENOSPC: no space left on device, write' };
    expect(npmFailure(failed({ stderr }))).toEqual(full);
    expect(unpackFailure({ stderr })).toEqual(full);
  });

  test('never shows the secrets that npm may print', () => {
    const stderr = [
      'npm error code E401',
      'npm error GET https://me:hunter2@registry.example/x - Unauthorized',
      'npm error //registry.example/:_authToken=npm_abcdefghijklmnopqrstuvwxyz0123456789',
      'npm error authorization: Bearer s3cr3t-bearer and _password="cGFzcw=="',
    ].join('\n');
    const { text } = npmFailure(failed({ stderr }));
    expect(text).not.toMatch(/hunter2|npm_abc|s3cr3t|cGFzcw/);
    expect(text).toContain('[redacted]');
  });

  test('because it was ended says so', () => {
    expect(npmFailure(failed({ reason: 'timeout', exitCode: null })).text).toContain('timeout');
  });
});
