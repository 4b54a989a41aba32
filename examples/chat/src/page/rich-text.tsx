import Markdown from 'markdown-to-jsx/react';
import { type ComponentProps, memo } from 'react';

/** Markdown without HTML and without pictures from elsewhere: an agent's words are not to be trusted. */
const OPTIONS = {
  disableParsingRawHTML: true,
  forceBlock: true,
  forceWrapper: true,
  optimizeForStreaming: true,
  wrapper: 'div',
  overrides: { a: Link, img: Picture, table: Table },
} as const;

export const RichText = memo(function RichText({ text }: { readonly text: string }) {
  return (
    <Markdown className="prose" options={OPTIONS}>
      {text}
    </Markdown>
  );
});

function Link({ href, children }: ComponentProps<'a'>) {
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}

function Picture({ alt }: ComponentProps<'img'>) {
  return <em>{alt}</em>;
}

function Table({ children }: ComponentProps<'table'>) {
  return (
    <div className="table">
      <table>{children}</table>
    </div>
  );
}
