import type {
  Display,
  Fence,
  LabelPoint,
  MapObjectKind,
  Route,
} from '@wakeline/contract/entities/map-object';
import type { Bounds } from '../../map/map-view.ts';
import { boundsOf } from '../../map/objects/bounds-of.ts';
import { ringsOf, toFenceShape } from '../../map/objects/fence-shape.ts';

/** What lists, menus and popups need of a fence, a labelled point or a route. */
interface MapObjectBase {
  readonly id: number;
  readonly name: string;
  readonly groupId: number | null;
  readonly color: string;
  readonly display: Display;
  readonly note: string;
  readonly abilities: { readonly edit: boolean; readonly remove: boolean };
}

export type MapObject = MapObjectBase &
  (
    | { readonly kind: 'fence'; readonly source: Fence }
    | { readonly kind: 'labelPoint'; readonly source: LabelPoint }
    | { readonly kind: 'route'; readonly source: Route }
  );

export function fenceToMapObject(source: Fence): MapObject {
  return { kind: 'fence', id: source.fenceId, name: source.fenceName, ...pickBaseFields(source), source };
}

export function labelPointToMapObject(source: LabelPoint): MapObject {
  return {
    kind: 'labelPoint',
    id: source.labelPointId,
    name: source.placeName,
    ...pickBaseFields(source),
    source,
  };
}

export function routeToMapObject(source: Route): MapObject {
  return { kind: 'route', id: source.routeId, name: source.routeName, ...pickBaseFields(source), source };
}

function pickBaseFields({ groupId, color, display, note, abilities }: Omit<MapObjectBase, 'id' | 'name'>) {
  return { groupId, color, display, note, abilities };
}

/** The bounds that contain the complete object. */
export function getObjectBounds(object: MapObject): Bounds | null {
  if (object.kind === 'route') return boundsOf(object.source.line);
  if (object.kind === 'labelPoint') return boundsOf([[object.source.longitude, object.source.latitude]]);
  const shape = toFenceShape(object.source);
  return shape === null ? null : boundsOf(ringsOf(shape).flat());
}

/** Query key of each kind of objects; the live connection reports changes by the same name. */
export const QUERY_BY_KIND = {
  fence: 'fences',
  labelPoint: 'labelPoints',
  route: 'routes',
} as const satisfies Record<MapObjectKind, string>;

/** The tool panel of each kind. */
export const PANEL_BY_KIND = {
  fence: 'fence',
  labelPoint: 'point',
  route: 'line',
} as const satisfies Record<MapObjectKind, string>;
