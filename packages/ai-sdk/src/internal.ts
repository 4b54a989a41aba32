/** ai-sdk/internal: what Dragoman's own packages share. It may change with any version. */

export type { FinishPart, ModelPart, StopReason } from './mapping/model-part.js';
export { createPartMapper, type PartMapper } from './mapping/part-mapper.js';
