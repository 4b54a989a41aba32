import type { ChatMessage } from '../shared/chat-message.js';
import type { Place } from '../shared/location.js';
import { agentName } from './agent-name.js';
import { Icon } from './icon.js';
import { ThemeSwitch } from './theme-switch.js';
import { UsageFigures } from './usage-figures.js';

export interface HeaderProps {
  readonly place: Place;
  readonly messages: readonly ChatMessage[];
  readonly onNewChat: () => void;
}

export function Header({ place, messages, onNewChat }: HeaderProps) {
  const model = place.model === 'scripted' ? 'scripted model' : 'live model';
  return (
    <header className="header">
      <h1 className="header-project">{place.project}</h1>
      <p className="header-place">
        <span>
          {agentName(place.agent)} {place.version}
        </span>
        <span>{model}</span>
        <span>{place.sandbox}</span>
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
