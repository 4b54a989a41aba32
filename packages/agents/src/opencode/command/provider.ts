import { DragomanError } from '@dragoman/protocol';
import type { DirectAccess, TurnRequest } from '../../agent-command.js';
import { withoutSlash, withVersion } from '../../model-access.js';
import { unsupportedOption } from '../../version-support.js';

/** The provider that a model belongs to, and how it is reached. */
export interface OpencodeProvider {
  readonly name: string;
  readonly key: string;
  /** With its version, which OpenCode doesn't add. Absent: what OpenCode knows. */
  readonly baseUrl?: string;
}

interface KnownProvider {
  readonly url: string;
  readonly version: string;
}

/** The providers that a gateway speaks for. */
const KNOWN: ReadonlyMap<string, KnownProvider> = new Map([
  ['anthropic', { url: 'https://api.anthropic.com', version: 'v1' }],
  ['google', { url: 'https://generativelanguage.googleapis.com', version: 'v1beta' }],
  ['openai', { url: 'https://api.openai.com', version: 'v1' }],
]);

/** The provider of a model such as `anthropic/claude-sonnet-4-5`. */
export function providerOf(request: TurnRequest, model: string): OpencodeProvider {
  const name = model.slice(0, Math.max(model.indexOf('/'), 0));
  const known = KNOWN.get(name);
  const { endpoint } = request;
  if ('apiKey' in endpoint && name !== '') return direct(name, endpoint, known, request.proxy);
  if ('token' in endpoint && known !== undefined) {
    return { name, key: endpoint.token, baseUrl: withVersion(endpoint.url, known.version) };
  }
  const why = `a gateway speaks for ${[...KNOWN.keys()].join(', ')}. Write one like "anthropic/claude-sonnet-4-5".`;
  const agent = { name: 'opencode', version: request.version } as const;
  throw unsupportedOption(agent, `model ${JSON.stringify(model)}`, why);
}

/** Without a real proxy the address must be known, so that it can be exempted from the dead one. */
function direct(
  name: string,
  { apiKey: key, baseUrl }: DirectAccess,
  known: KnownProvider | undefined,
  proxy: string | undefined,
): OpencodeProvider {
  const url = baseUrl ?? known?.url;
  if (url !== undefined) {
    return { name, key, baseUrl: known ? withVersion(url, known.version) : withoutSlash(url) };
  }
  if (proxy !== undefined) return { name, key };
  throw new DragomanError(
    'invalid_request',
    `Where ${name} is to be reached is not known: give its address as \`endpoint.baseUrl\`.`,
  );
}
