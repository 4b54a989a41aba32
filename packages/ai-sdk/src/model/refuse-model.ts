import { NoSuchModelError } from '@ai-sdk/provider';

/** In the place of what a provider of agents has none of. */
export function refuseModel(modelType: 'embeddingModel' | 'imageModel') {
  return (modelId: string): never => {
    throw new NoSuchModelError({ modelId, modelType });
  };
}
