import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Elapsed } from './elapsed.js';
import { Icon } from './icon.js';
import type { AgentChat } from './use-agent-chat.js';

export interface ComposerProps {
  readonly chat: AgentChat;
  readonly agent: string;
}

/** Where the person writes. Enter sends, Shift+Enter begins a line, Escape stops the agent. */
export function Composer({ chat, agent }: ComposerProps) {
  const [text, setText] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const isBusy = chat.state === 'starting' || chat.state === 'working';
  const canStop = chat.state !== 'idle';
  const canSend = !isBusy && text.trim() !== '';

  // Whoever is elsewhere on the page stays there; on a phone a focus would bring up the keyboard.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever it begins or ends
  useEffect(() => {
    const isNowhere = document.activeElement === document.body;
    if (isNowhere && matchMedia('(pointer: fine)').matches) field.current?.focus();
  }, [chat.state]);

  useEffect(() => {
    if (!canStop) return undefined;
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape' && !event.isComposing) chat.stop();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [canStop, chat.stop]);

  const send = (event?: FormEvent) => {
    event?.preventDefault();
    if (!canSend) return;
    chat.say(text.trim());
    setText('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };

  return (
    <form className="composer" onSubmit={send}>
      <p className="composer-state" role="status">
        {isBusy && (
          <>
            <span className="pulse" aria-hidden="true" />
            {chat.state === 'starting' ? `Starting ${agent}` : `${agent} is at work`} <Elapsed />
          </>
        )}
        {chat.state === 'waiting' && `${agent} waits for your answer`}
      </p>
      <div className="composer-box">
        <textarea
          ref={field}
          rows={1}
          value={text}
          aria-label={chat.question?.input.question ?? 'Message'}
          placeholder={chat.question === undefined ? `Ask ${agent} something` : 'Your answer'}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        {canStop && (
          <button type="button" className="stop" onClick={chat.stop} title="Stop (Esc)">
            <Icon name="stop" />
            <span className="hidden">Stop</span>
          </button>
        )}
        {!isBusy && (
          <button type="submit" className="send" disabled={!canSend} title="Send (Enter)">
            <Icon name="send" />
            <span className="hidden">Send</span>
          </button>
        )}
      </div>
    </form>
  );
}
