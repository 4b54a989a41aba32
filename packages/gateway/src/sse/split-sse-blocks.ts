/**
 * The blocks of a text of server-sent events: each is an event (or a comment) with the blank line
 * that ends it, the last perhaps without. Put together they are the text.
 */
export function splitSseBlocks(text: string): string[] {
  const blocks: string[] = [];
  let block = '';
  const parts = text.split(LINE_END);
  for (let at = 0; at < parts.length; at += 2) {
    const line = parts[at] ?? '';
    block += line + (parts[at + 1] ?? '');
    if (line !== '' || block === '') continue;
    blocks.push(block);
    block = '';
  }
  return block === '' ? blocks : [...blocks, block];
}

const LINE_END = /(\r\n|\n|\r)/;

/** A block with its data replaced by what `edit` makes of it, and its other lines by `editLine`. */
export function editSseBlock(
  block: string,
  edit: (data: string) => string,
  editLine: (line: string) => string,
): string {
  const parts = block.split(LINE_END);
  const dataAt = parts.flatMap((part, at) => (DATA_LINE.test(part) ? [at] : []));
  const data = dataAt.map((at) => (parts[at] ?? '').replace(DATA_LINE, ''));
  const edited = edit(data.join('\n')).split('\n');
  return parts
    .map((part, at) => {
      const index = dataAt.indexOf(at);
      if (index === -1) return editLine(part);
      const isLast = index === dataAt.length - 1;
      const line = isLast ? edited.slice(index).join(' ') : (edited[index] ?? '');
      return (DATA_LINE.exec(part)?.[0] ?? '') + line;
    })
    .join('');
}

const DATA_LINE = /^\ufeff?data: ?/;
