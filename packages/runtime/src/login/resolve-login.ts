import { compareVersions } from '@dragoman/agents/internal';
import { DragomanError } from '@dragoman/protocol';
import { agentVersion } from '../agent-version.js';
import type { ForwardAccess, ModelAccessOptions } from '../model/model-access.js';
import { agentLogin } from './agent-login.js';
import { createLoginStore } from './login-store.js';

type LoginOptions = Pick<ModelAccessOptions, 'agent' | 'baseUrl' | 'stateDirectory'>;

/** The login that is kept for an agent, as access to the vendor's own address. */
export function resolveLogin({ agent, baseUrl, stateDirectory }: LoginOptions): ForwardAccess {
  const { name, version } = agentVersion(agent);
  const vendor = agentLogin(name);
  if (baseUrl !== undefined) {
    throw new DragomanError(
      'login_unsuitable',
      `A login goes to ${vendor.vendor}'s own address and nowhere else: leave out \`baseUrl\`, or use a key without \`login\`.`,
    );
  }
  if (compareVersions(version, vendor.since) < 0) {
    throw new DragomanError(
      'unsupported_option',
      `${name} ${version} is not known to work with a login: use ${vendor.since} or later, or a key without \`login\`.`,
    );
  }
  const login = createLoginStore(stateDirectory).find(name);
  if (login === undefined) {
    throw new DragomanError(
      'login_missing',
      `There is no login for ${name}. Log in first: dragoman login ${name}`,
    );
  }
  if (login.expiresAt !== undefined && Date.parse(login.expiresAt) <= Date.now()) {
    throw new DragomanError(
      'login_expired',
      `The login of ${name} expired at ${login.expiresAt}. Log in again: dragoman login ${name}`,
    );
  }
  const access = { agent: name, headers: vendor.headers(login) };
  return { kind: 'forward', key: login.token, baseUrl: vendor.providerUrl, login: access };
}
