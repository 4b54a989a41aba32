import { NoSuchModelError } from '@ai-sdk/provider';

/** For the kinds of model that a provider of agents doesn't have. */
export function refuseModel(modelType: 'embeddingModel' | 'imageModel') {
  return (modelId: string): never => {
    throw new NoSuchModelError({ modelId, modelType });
  };
}
