import type {
  FenceForm,
  LabelPointForm,
  MapObjectKind,
  RouteForm,
} from '@wakeline/contract/entities/map-object';
import type { Language } from '@wakeline/contract/entities/user-config';
import { LIMITS } from '@wakeline/contract/limits';
import type { uploadGPSFile } from '@wakeline/contract/map-objects/exchange';
import type { ResultOf } from '@wakeline/contract/operation';
import { lineLength } from '@wakeline/domain/geo/line-length';
import type { MapFeature } from '@wakeline/formats/map-feature';
import { toFenceArea } from './import-area.ts';
import { defaultName, toStorableText } from './object-names.ts';

type FoundObject = ResultOf<typeof uploadGPSFile>['objects'][number];

/** Objects made of a file, in its order. */
export interface ImportForms {
  readonly fences: FenceForm[];
  readonly labelPoints: LabelPointForm[];
  readonly routes: RouteForm[];
  readonly found: FoundObject[];
}

export interface ImportChoice {
  readonly kinds: readonly MapObjectKind[];
  readonly groupId: number | null;
  /** Colour of objects that have none in the file. */
  readonly color: string;
  readonly language: Language;
}

const KINDS = { area: 'fence', point: 'labelPoint', line: 'route' } as const;

/** Maximum number of positions in a batch of forms; the overhead of a feature counts as twenty positions. */
const MAX_BATCH_POINTS = 2_000;
const POINTS_PER_FEATURE = 20;

/**
 * Creates the forms of a file's objects in batches. A line whose positions are all identical is skipped.
 *
 * @throws NamedError the error of an area, with its line
 */
export function* createForms(
  features: readonly MapFeature[],
  choice: ImportChoice,
): Generator<ImportForms, void> {
  const counts = { fence: 0, labelPoint: 0, route: 0 };
  let forms = emptyForms();
  let batchPoints = 0;
  for (const feature of features) {
    if (batchPoints >= MAX_BATCH_POINTS) {
      batchPoints = 0;
      yield forms;
      forms = emptyForms();
    }
    batchPoints += POINTS_PER_FEATURE;
    const kind = KINDS[feature.kind];
    if (!choice.kinds.includes(kind)) continue;
    const { name, pointCount, length } = addForm(forms, counts, feature, choice);
    batchPoints += pointCount;
    if (pointCount === 0) continue;
    counts[kind] += 1;
    forms.found.push({ kind, name, line: feature.line, pointCount, length });
  }
  yield forms;
}

export function emptyForms(): ImportForms {
  return { fences: [], labelPoints: [], routes: [], found: [] };
}

/** Adds the form of a feature; `pointCount` 0 means that the feature was skipped. */
function addForm(
  forms: ImportForms,
  counts: Readonly<Record<MapObjectKind, number>>,
  feature: MapFeature,
  { groupId, color, language }: ImportChoice,
): Pick<FoundObject, 'name' | 'pointCount' | 'length'> {
  const nameOf = (kind: MapObjectKind) =>
    toStorableText(feature.name, LIMITS.name) || defaultName(kind, counts[kind] + 1, language);
  const common = {
    color: feature.color ?? color,
    display: 'SHOW' as const,
    groupId,
    note: toStorableText(feature.note, LIMITS.note),
  };
  switch (feature.kind) {
    case 'area': {
      const { pointCount, ...area } = toFenceArea(feature.shape, feature.line);
      const fenceName = nameOf('fence');
      const crossingDefaults = { notice: 'BOTH' as const, holdSeconds: 10, holdMetres: 30 };
      forms.fences.push({ ...common, ...area, ...crossingDefaults, fenceName });
      return { name: fenceName, pointCount, length: null };
    }
    case 'point': {
      const [longitude, latitude] = feature.coordinates;
      const placeName = nameOf('labelPoint');
      forms.labelPoints.push({ ...common, placeName, latitude, longitude, iconUrl: 'flag', images: [] });
      return { name: placeName, pointCount: 1, length: null };
    }
    case 'line': {
      const { vertices } = feature;
      const routeName = nameOf('route');
      const isSinglePosition = vertices.every(
        ([lng, lat]) => lng === vertices[0]?.[0] && lat === vertices[0]?.[1],
      );
      if (isSinglePosition) return { name: routeName, pointCount: 0, length: null };
      const dataPoints = vertices.map(([lng, lat, altitude]): [number, number] | [number, number, number] =>
        altitude === undefined ? [lng, lat] : [lng, lat, altitude],
      );
      const lineDefaults = { type: 'drive' as const, origin: 'imported' as const, weight: 4 };
      forms.routes.push({
        ...common,
        ...lineDefaults,
        routeName,
        dataPoints,
        points: [],
        start: '',
        end: '',
      });
      return { name: routeName, pointCount: vertices.length, length: lineLength(vertices) };
    }
  }
}
