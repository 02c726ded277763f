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
import { fenceArea } from './import-area.ts';
import { fitted, unnamed } from './object-names.ts';

type Found = ResultOf<typeof uploadGPSFile>['objects'][number];

/** Objects that a file becomes, in its order. */
export interface ImportForms {
  readonly fences: FenceForm[];
  readonly labelPoints: LabelPointForm[];
  readonly routes: RouteForm[];
  readonly found: Found[];
}

export interface ImportChoice {
  readonly kinds: readonly MapObjectKind[];
  readonly groupId: number | null;
  /** Of those to which the file gives none. */
  readonly color: string;
  readonly language: Language;
}

const KINDS = { area: 'fence', point: 'labelPoint', line: 'route' } as const;

/** Positions of the forms that are given at once; what a thing costs besides them counts as twenty. */
const MOST_POINTS = 2_000;
const ALSO = 20;

/**
 * Fills in the forms of what is to be made of a file, some at once. A line whose positions are all one place is no route.
 *
 * @throws NamedError what is wrong with an area, with its line
 */
export function* importForms(
  features: readonly MapFeature[],
  choice: ImportChoice,
): Generator<ImportForms, void> {
  const made = { fence: 0, labelPoint: 0, route: 0 };
  let forms = noForms();
  let looked = 0;
  for (const feature of features) {
    if (looked >= MOST_POINTS) {
      looked = 0;
      yield forms;
      forms = noForms();
    }
    looked += ALSO;
    const kind = KINDS[feature.kind];
    if (!choice.kinds.includes(kind)) continue;
    const { name, pointCount, length } = addForm(forms, made, feature, choice);
    looked += pointCount;
    if (pointCount === 0) continue;
    made[kind] += 1;
    forms.found.push({ kind, name, line: feature.line, pointCount, length });
  }
  yield forms;
}

export function noForms(): ImportForms {
  return { fences: [], labelPoints: [], routes: [], found: [] };
}

/** `pointCount` 0: nothing became of it. */
function addForm(
  forms: ImportForms,
  made: Readonly<Record<MapObjectKind, number>>,
  feature: MapFeature,
  { groupId, color, language }: ImportChoice,
): Pick<Found, 'name' | 'pointCount' | 'length'> {
  const named = (kind: MapObjectKind) =>
    fitted(feature.name, LIMITS.name) || unnamed(kind, made[kind] + 1, language);
  const common = {
    color: feature.color ?? color,
    display: 'SHOW' as const,
    groupId,
    note: fitted(feature.note, LIMITS.note),
  };
  switch (feature.kind) {
    case 'area': {
      const { pointCount, ...area } = fenceArea(feature.shape, feature.line);
      const fenceName = named('fence');
      const watched = { notice: 'BOTH' as const, holdSeconds: 10, holdMetres: 30 };
      forms.fences.push({ ...common, ...area, ...watched, fenceName });
      return { name: fenceName, pointCount, length: null };
    }
    case 'point': {
      const [longitude, latitude] = feature.place;
      const placeName = named('labelPoint');
      forms.labelPoints.push({ ...common, placeName, latitude, longitude, iconUrl: 'flag', images: [] });
      return { name: placeName, pointCount: 1, length: null };
    }
    case 'line': {
      const { places } = feature;
      const routeName = named('route');
      const isOnePlace = places.every(([lng, lat]) => lng === places[0]?.[0] && lat === places[0]?.[1]);
      if (isOnePlace) return { name: routeName, pointCount: 0, length: null };
      const dataPoints = places.map(([lng, lat, altitude]): [number, number] | [number, number, number] =>
        altitude === undefined ? [lng, lat] : [lng, lat, altitude],
      );
      const drawn = { type: 'drive' as const, origin: 'imported' as const, weight: 4 };
      forms.routes.push({ ...common, ...drawn, routeName, dataPoints, points: [], start: '', end: '' });
      return { name: routeName, pointCount: places.length, length: lineLength(places) };
    }
  }
}
