import { z } from 'zod';

/** One field of a form in the page, as a snapshot shows it. A password's value is never in it. */
export const formField = z.looseObject({
  fieldId: z.string().min(1),
  selector: z.string().min(1),
  kind: z.enum(['text', 'textarea', 'select', 'checkbox', 'radio', 'button', 'link']),
  label: z.string().min(1),
  name: z.string().optional(),
  required: z.boolean(),
  placeholder: z.string().optional(),
  currentValue: z.union([z.string(), z.boolean()]),
  filled: z.boolean().optional(),
  options: z.array(z.unknown()).optional(),
});

/** One thing to do to a field. */
export const formAction = z.discriminatedUnion('action', [
  z.object({ action: z.literal('fill'), fieldId: z.string().min(1), value: z.string() }),
  z.object({ action: z.literal('click'), fieldId: z.string().min(1) }),
  z.object({ action: z.literal('select'), fieldId: z.string().min(1), value: z.string() }),
]);

export type FormField = z.infer<typeof formField>;
export type FormAction = z.infer<typeof formAction>;
