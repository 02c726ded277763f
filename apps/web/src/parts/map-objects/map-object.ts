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

/** What lists, menus and popups need of a fence, a labelled point or a route, whichever it is. */
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
    | { readonly kind: 'fence'; readonly of: Fence }
    | { readonly kind: 'labelPoint'; readonly of: LabelPoint }
    | { readonly kind: 'route'; readonly of: Route }
  );

export function fenceToMapObject(of: Fence): MapObject {
  return { kind: 'fence', id: of.fenceId, name: of.fenceName, ...pickBaseFields(of), of };
}

export function labelPointToMapObject(of: LabelPoint): MapObject {
  return { kind: 'labelPoint', id: of.labelPointId, name: of.placeName, ...pickBaseFields(of), of };
}

export function routeToMapObject(of: Route): MapObject {
  return { kind: 'route', id: of.routeId, name: of.routeName, ...pickBaseFields(of), of };
}

function pickBaseFields({ groupId, color, display, note, abilities }: Omit<MapObjectBase, 'id' | 'name'>) {
  return { groupId, color, display, note, abilities };
}

/** What the map has to show for all of it to be seen. */
export function getObjectBounds(object: MapObject): Bounds | null {
  if (object.kind === 'route') return boundsOf(object.of.line);
  if (object.kind === 'labelPoint') return boundsOf([[object.of.longitude, object.of.latitude]]);
  const shape = toFenceShape(object.of);
  return shape === null ? null : boundsOf(ringsOf(shape).flat());
}

/** Under what the console holds the objects of a kind; the live connection names the same when they change. */
export const QUERY_BY_KIND = {
  fence: 'fences',
  labelPoint: 'labelPoints',
  route: 'routes',
} as const satisfies Record<MapObjectKind, string>;

/** The tool panel of a kind. */
export const PANEL_BY_KIND = {
  fence: 'fence',
  labelPoint: 'point',
  route: 'line',
} as const satisfies Record<MapObjectKind, string>;
