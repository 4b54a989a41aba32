import type { ChatMessage } from '../shared/chat-message.js';
import type { ChatSetup } from '../shared/chat-setup.js';
import { agentName } from './agent-name.js';
import { Icon } from './icon.js';
import { ThemeSwitch } from './theme-switch.js';
import { UsageFigures } from './usage-figures.js';

export interface HeaderProps {
  readonly setup: ChatSetup;
  readonly messages: readonly ChatMessage[];
  readonly onNewChat: () => void;
}

export function Header({ setup, messages, onNewChat }: HeaderProps) {
  const model = setup.model === 'scripted' ? 'scripted model' : 'live model';
  return (
    <header className="header">
      <h1 className="header-project">{setup.project}</h1>
      <p className="header-setup">
        <span>
          {agentName(setup.agent)} {setup.version}
        </span>
        <span>{model}</span>
        <span>{setup.sandbox}</span>
      </p>
      <UsageFigures messages={messages} label="Tokens of this chat" />
      <ThemeSwitch />
      <button
        type="button"
        className="quiet"
        onClick={onNewChat}
        disabled={messages.length === 0}
        title="Begin a new chat"
      >
        <Icon name="new" />
        <span className="wide-only">New chat</span>
      </button>
    </header>
  );
}
