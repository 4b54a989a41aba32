/** What `useChat` keeps its chat in, without the page around it. */
export class ChatState<Message> {
  status = 'ready' as const;
  error = undefined;
  messages: Message[] = [];
  snapshot = structuredClone;
  pushMessage = (message: Message) => {
    this.messages = [...this.messages, message];
  };
  popMessage = () => {
    this.messages = this.messages.slice(0, -1);
  };
  replaceMessage = (index: number, message: Message) => {
    this.messages = this.messages.with(index, message);
  };
}
