/** What an icon shows, drawn in a box of 16 by 16. */
const PATHS = {
  command: 'M3 4l4 4-4 4M8.5 12H13',
  edit: 'M10.5 3l2.5 2.5L6 12.5 3 13l.5-3z',
  read: 'M4 2.5h5.5L12 5v8.5H4zM6.5 7h3M6.5 10h3',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.5 10.5L13.5 13.5',
  web: 'M8 13.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM2.5 8h11M8 2.5c3 3 3 8 0 11M8 2.5c-3 3-3 8 0 11',
  plan: 'M3 4.5l1 1 2-2M3 9.5l1 1 2-2M8.5 5H13M8.5 10H13',
  task: 'M8 7a2.25 2.25 0 1 0 0-4.5A2.25 2.25 0 0 0 8 7zM3.5 13.5c.5-5 8.5-5 9 0',
  tool: 'M9.5 4.5a3 3 0 0 0-4 3.5L2.5 11l2.5 2.5 3-3a3 3 0 0 0 3.5-4L9.5 8.5 7.5 6.5z',
  thought: 'M8 2.5v11M3 5l10 6M13 5L3 11',
  question: 'M2.5 3h11v8H8.5L5.5 13.5V11h-3zM6.5 6a1.5 1.5 0 1 1 2 1.4q-.5.2-.5.7M8 9.3v.1',
  brush: 'M13 3L7 9M7 9c-2-.5-3 1-3 2.5 0 .7-.5 1-1.5 1.5 2.5.5 5.5 0 5.5-2.5C8 9.7 7.6 9.2 7 9z',
  send: 'M8 13V3.5M3.5 8L8 3.5 12.5 8',
  stop: 'M4.5 4.5h7v7h-7z',
  new: 'M8 3v10M3 8h10',
  down: 'M8 3v9.5M3.5 8L8 12.5 12.5 8',
  sun: 'M8 10.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM8 1.5v1.5M8 13v1.5M1.5 8H3M13 8h1.5M3.4 3.4l1 1M11.6 11.6l1 1M3.4 12.6l1-1M11.6 4.4l1-1',
  moon: 'M13 9.5A5.5 5.5 0 0 1 6.5 3a5.5 5.5 0 1 0 6.5 6.5z',
  check: 'M3.5 8.5L6.5 11.5 12.5 5',
  cross: 'M4.5 4.5l7 7M11.5 4.5l-7 7',
} as const;

export type IconName = keyof typeof PATHS;

/** A drawing beside words that say the same. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
