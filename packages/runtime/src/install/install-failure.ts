import { type AgentReference, agents } from '@dragoman/agents';
import { DragomanError, errorCode, errorMessage } from '@dragoman/protocol';

interface FailureKind {
  /** The codes of npm and of the system that mean it. */
  readonly codes: RegExp;
  readonly code: string;
  readonly advice: (agent: AgentReference) => string;
}

const KINDS: readonly FailureKind[] = [
  {
    codes: /^(ETARGET|E404)$/,
    code: 'install_version_unknown',
    advice: ({ name }) => `The default is ${name}@${agents[name].version}.`,
  },
  {
    codes:
      /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED|ERR_SOCKET_TIMEOUT|FETCH_ERROR)$/,
    code: 'install_offline',
    advice: () =>
      "The package registry can't be reached. Check the network, or npm's registry and proxy settings.",
  },
  {
    codes: /^(ENOSPC|EDQUOT)$/,
    code: 'install_disk_full',
    advice: () =>
      'The disk is full. Free some space (an agent takes up to 500 MB), or set DRAGOMAN_CACHE to a folder elsewhere.',
  },
  {
    codes: /^(EACCES|EPERM|EROFS|ENOTDIR)$/,
    code: 'install_not_permitted',
    advice: () =>
      "The folder can't be written. Make it writable, or set DRAGOMAN_CACHE to one that is.",
  },
  {
    codes: /^EINTEGRITY$/,
    code: 'install_integrity',
    advice: () =>
      'What the registry sent is not the package that is pinned. Nothing of it was run. Check which registry npm asks (npm config get registry); where it is a mirror, its copy is not the original.',
  },
  {
    codes: /^(E401|E403|ENEEDAUTH)$/,
    code: 'install_refused',
    advice: () => "The package registry refused. Check npm's login for it.",
  },
  {
    codes: /CERT|^UNABLE_TO_|SELF_SIGNED|^ERR_SSL/,
    code: 'install_untrusted',
    advice: () =>
      "The registry's certificate is not trusted. Set npm's cafile, or NODE_EXTRA_CA_CERTS.",
  },
];

const OTHERWISE = 'Run the command again: what was downloaded is kept by npm.';

/** An install that failed: what, why, and what to do, by the code of npm or of the system. */
export function installFailure(
  agent: AgentReference,
  reason: { code: string; text: string },
  cause?: unknown,
): DragomanError {
  const kind = KINDS.find(({ codes }) => codes.test(reason.code));
  const why = /[.!?]$/.test(reason.text) ? reason.text : `${reason.text}.`;
  return new DragomanError(
    kind?.code ?? 'install_failed',
    `Cannot install ${agent.name}@${agent.version}: ${why} ${kind?.advice(agent) ?? OTHERWISE}`,
    { cause },
  );
}

/** The same for an error that our own work with files raised. */
export function fileFailure(agent: AgentReference, cause: unknown): DragomanError {
  if (cause instanceof DragomanError) return cause;
  const code = errorCode(cause) ?? '';
  const text = errorMessage(cause);
  return installFailure(agent, { code, text }, cause);
}
