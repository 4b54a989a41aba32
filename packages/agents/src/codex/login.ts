import { DragomanError, isJsonObject, parseJson } from '@dragoman/protocol';
import { z } from 'zod';
import type { AgentLogin, VendorLogin } from '../agent-login.js';

const visible = z.string().regex(/^[\x21-\x7e]{1,16384}$/);

/** `auth.json` as far as it is needed. The token that renews the login is not. */
const authFile = z.object({
  tokens: z.object({
    access_token: visible,
    account_id: visible.max(200).nullish(),
  }),
});

/** The account that a token is for, in OpenAI's own claim. */
const ACCOUNT_CLAIM = 'https://api.openai.com/auth';

/** A subscription of ChatGPT. */
export const codexLogin: AgentLogin = {
  vendor: 'OpenAI',
  terms: 'https://openai.com/policies/terms-of-use',
  providerUrl: 'https://chatgpt.com/backend-api/codex',
  since: '0.45.0',
  // In its folder, which is removed afterwards, and not in the keyring of the system.
  args: ['login', '-c', 'cli_auth_credentials_store="file"'],
  folderVariable: 'CODEX_HOME',
  file: 'auth.json',
  read: readAuthFile,
  headers: ({ accountId }) => (accountId === undefined ? {} : { 'chatgpt-account-id': accountId }),
};

function readAuthFile(text: string): VendorLogin {
  const parsed = parseJson(text);
  const { success, data } = authFile.safeParse(parsed.ok ? parsed.value : undefined);
  if (!success) {
    throw new DragomanError(
      'login_unreadable',
      'This is no login of Codex: an auth.json with tokens in it, as `codex login` makes it for a subscription. An API key is set as OPENAI_API_KEY.',
    );
  }
  const { access_token: token, account_id: account } = data.tokens;
  const claims = claimsOf(token);
  const accountId = account ?? accountIn(claims);
  const expiresAt = typeof claims.exp === 'number' ? timeOf(claims.exp) : undefined;
  return {
    token,
    ...(accountId !== undefined && { accountId }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
}

/** What a JSON web token says of itself; nothing, if it is none. Only its issuer could check it. */
function claimsOf(token: string): Readonly<Record<string, unknown>> {
  const parsed = parseJson(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : {};
}

function accountIn(claims: Readonly<Record<string, unknown>>): string | undefined {
  const claim = claims[ACCOUNT_CLAIM];
  const account = isJsonObject(claim) ? claim.chatgpt_account_id : undefined;
  return visible.max(200).safeParse(account).data;
}

/** A time in seconds since 1970, unless it is beyond what a date can be. */
function timeOf(seconds: number): string | undefined {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
