const CLOSING_TAG =
  /<\/(?=(?:instructions|conversation|user|assistant|tool|reasoning|tool_call|tool_result|file|task|output)\b)/g;

/** A block of a prompt for an agent that is not said by its user now: instructions, what was said before. */
export function tagged(tag: string, text: string, attributes: Record<string, string> = {}): string {
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}=${JSON.stringify(value)}`,
  );
  // Whatever the tag is: text that ends its own block would be read as what the user says.
  const enclosed = untagged(text).replaceAll(new RegExp(`</(?=${tag}\\b)`, 'g'), '<\\/');
  return `<${tag}${written.join('')}>\n${enclosed}\n</${tag}>`;
}

/** What was said can't end the block that it stands in. */
export function untagged(text: string): string {
  return text.replaceAll(CLOSING_TAG, '<\\/');
}
