export type Child = Node | string | undefined;

/** Texts become attributes, functions listeners; `true` is an attribute without a value. */
export type Attributes = Readonly<
  Record<string, string | boolean | ((event: Event) => void) | undefined>
>;

/** Makes an element. All that an agent wrote comes in as a text node: there is no way for HTML. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(name, value);
    else if (value === true) made.setAttribute(name, '');
    else if (typeof value === 'string') made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

/** Changes a text only where it differs: a selection in it stays. */
export function setText(node: Element, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}

const WEB = /^https?:\/\//i;

/** A link to the web; any other address, such as `javascript:`, stays a text. */
export function webLink(href: string, ...children: readonly Child[]): HTMLElement {
  if (!WEB.test(href) || !URL.canParse(href)) {
    return element('span', { title: href.slice(0, 200) }, ...children);
  }
  const rel = 'noopener noreferrer nofollow';
  return element('a', { href, target: '_blank', rel, title: href.slice(0, 200) }, ...children);
}
