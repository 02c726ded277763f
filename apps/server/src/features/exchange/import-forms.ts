import type {
  FenceForm,
  LabelPointForm,
  MapObjectKind,
  RouteForm,
} from '@wakeline/contract/entities/map-object';
import type { Language } from '@wakeline/contract/entities/user-config';
import type { uploadGPSFile } from '@wakeline/contract/exchange';
import { LIMITS } from '@wakeline/contract/limits';
import type { ResultOf } from '@wakeline/contract/operation';
import { lineLength } from '@wakeline/domain/line-length';
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

/** Positions that are looked at before others have a turn; what a thing costs besides them counts as twenty. */
const MOST_POINTS = 2_000;
const ALSO = 20;

/**
 * Fills in the forms of what is to be made of a file, in steps. A line whose positions are all one place is no route.
 *
 * @throws NamedError what is wrong with an area, with its line
 */
export function* importForms(
  features: readonly MapFeature[],
  choice: ImportChoice,
): Generator<void, ImportForms> {
  const forms: ImportForms = { fences: [], labelPoints: [], routes: [], found: [] };
  let looked = 0;
  for (const feature of features) {
    if (looked >= MOST_POINTS) {
      looked = 0;
      yield;
    }
    looked += ALSO;
    const kind = KINDS[feature.kind];
    if (!choice.kinds.includes(kind)) continue;
    const { name, pointCount, length } = addForm(forms, feature, choice);
    looked += pointCount;
    if (pointCount > 0) forms.found.push({ kind, name, line: feature.line, pointCount, length });
  }
  return forms;
}

/** `pointCount` 0: nothing became of it. */
function addForm(
  forms: ImportForms,
  feature: MapFeature,
  { groupId, color, language }: ImportChoice,
): Pick<Found, 'name' | 'pointCount' | 'length'> {
  const named = (kind: MapObjectKind, before: number) =>
    fitted(feature.name, LIMITS.name) || unnamed(kind, before + 1, language);
  const common = {
    color: feature.color ?? color,
    display: 'SHOW' as const,
    groupId,
    note: fitted(feature.note, LIMITS.note),
  };
  switch (feature.kind) {
    case 'area': {
      const { pointCount, ...area } = fenceArea(feature.shape, feature.line);
      const fenceName = named('fence', forms.fences.length);
      const watched = { notice: 'BOTH' as const, holdSeconds: 10, holdMetres: 30 };
      forms.fences.push({ ...common, ...area, ...watched, fenceName });
      return { name: fenceName, pointCount, length: null };
    }
    case 'point': {
      const [longitude, latitude] = feature.place;
      const placeName = named('labelPoint', forms.labelPoints.length);
      forms.labelPoints.push({ ...common, placeName, latitude, longitude, iconUrl: 'flag', images: [] });
      return { name: placeName, pointCount: 1, length: null };
    }
    case 'line': {
      const { places } = feature;
      const routeName = named('route', forms.routes.length);
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
