import { DragomanError } from '@dragoman/protocol';
import type { AgentLogin, VendorLogin } from '../agent-login.js';
import { claudeKeys } from './keys.js';

/** As `claude setup-token` prints it. It is valid for a year and says nothing of its end. */
const TOKEN = /^sk-ant-oat\d\d-[\w-]{16,512}$/;

/** A subscription of Claude. */
export const claudeLogin: AgentLogin = {
  vendor: 'Anthropic',
  terms: 'https://www.anthropic.com/legal/consumer-terms',
  providerUrl: claudeKeys.providerUrl,
  since: '2.0.30',
  args: ['setup-token'],
  folderVariable: 'CLAUDE_CONFIG_DIR',
  read: readToken,
  // Which subscription it is, the token says; that it is one, the CLI itself says in a beta.
  headers: () => ({}),
};

function readToken(text: string): VendorLogin {
  // A terminal breaks a long token into lines.
  const token = text.replaceAll(/\s+/g, '');
  if (TOKEN.test(token)) return { token };
  throw new DragomanError(
    'login_unreadable',
    'This is no token of a Claude subscription: it begins with sk-ant-oat, as `claude setup-token` prints it. An API key is set as ANTHROPIC_API_KEY.',
  );
}
