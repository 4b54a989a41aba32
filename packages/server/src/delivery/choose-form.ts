import { mediaTypes } from '@dragoman/protocol/http';
import { refusal } from '../errors/refusal.js';

/** In which form the events of a turn are delivered. */
export type DeliveryForm = 'ndjson' | 'sse' | 'uiMessages';

const FORMS: Readonly<Record<string, DeliveryForm>> = {
  [mediaTypes.ndjson]: 'ndjson',
  'application/ndjson': 'ndjson',
  'application/*': 'ndjson',
  '*/*': 'ndjson',
  // How refusals are to be written says nothing of events.
  [mediaTypes.problem]: 'ndjson',
  [mediaTypes.sse]: 'sse',
  'text/*': 'sse',
  [mediaTypes.uiMessages]: 'uiMessages',
};

/** The form that a client likes best of those there are. Throws `not_acceptable`. */
export function chooseForm(
  accept: string | null,
  { hasUiMessages }: { readonly hasUiMessages: boolean },
): DeliveryForm {
  const [best] = (accept ?? '*/*')
    .split(',')
    .map(readRange)
    .filter(({ form, quality }) => quality > 0 && form !== undefined)
    .filter(({ form }) => form !== 'uiMessages' || hasUiMessages)
    .sort((left, right) => right.quality - left.quality);
  if (best?.form !== undefined) return best.form;
  const known = [
    mediaTypes.ndjson,
    mediaTypes.sse,
    ...(hasUiMessages ? [mediaTypes.uiMessages] : []),
  ];
  throw refusal('not_acceptable', `Events come as ${known.join(', ')}: accept one of these.`);
}

function readRange(range: string): { form: DeliveryForm | undefined; quality: number } {
  const [type = '', ...parameters] = range
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const given = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  const quality = given === undefined ? 1 : Number(given);
  const form = Object.hasOwn(FORMS, type) ? FORMS[type] : undefined;
  return { form, quality: Number.isNaN(quality) ? 0 : quality };
}
