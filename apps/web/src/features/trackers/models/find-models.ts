import type { TrackModel } from '@wakeline/contract/trackers/models';

/** The models whose name, vendor or base contains these words, without case. */
export function findModels(models: readonly TrackModel[], keywords: string): readonly TrackModel[] {
  const words = keywords.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return models;
  return models.filter(({ modelName, vendor, basedOn }) => {
    const text = `${vendor} ${modelName} ${basedOn ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** The model with exactly this name, without case. */
export function modelNamed(models: readonly TrackModel[], name: string): TrackModel | null {
  const key = name.trim().toLowerCase();
  return models.find(({ modelName }) => modelName.toLowerCase() === key) ?? null;
}
