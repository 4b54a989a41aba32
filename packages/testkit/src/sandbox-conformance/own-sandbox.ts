import type { SandboxOptions, SandboxProvider } from '@dragoman/sandbox';

/** What a process is to do that owns a sandbox and will be killed. */
export interface OwnerOrder {
  readonly options: SandboxOptions;
  /** For a shell in the sandbox. */
  readonly script: string;
}

/** Makes a sandbox, starts a command in it, writes the sandbox's id to stdout, and stays. */
export async function ownSandbox(provider: SandboxProvider, order: OwnerOrder): Promise<void> {
  const sandbox = await provider.create(order.options);
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin' };
  await sandbox.start({ executable: 'sh', args: ['-c', order.script], env });
  process.stdout.write(`${sandbox.id}\n`);
  setInterval(() => {}, 60_000);
}
