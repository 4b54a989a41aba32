import { z } from 'zod';

/** Where the bytes of an image are: in the message, behind a URL, or in a file. */
export const imageSource = z.discriminatedUnion('type', [
  z.object({ type: z.literal('base64'), data: z.string(), media_type: z.string() }),
  z.object({ type: z.literal('url'), url: z.string() }),
  z.object({ type: z.literal('file'), path: z.string() }),
]);

export type ImageSource = z.infer<typeof imageSource>;
