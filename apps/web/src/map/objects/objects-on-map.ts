import type { Fence, LabelPoint, Route } from '@wakeline/contract/entities/map-object';
import { FENCE_NAMES, FENCES, fences } from '../layers/fences.ts';
import { LABEL_POINTS, labelPoints } from '../layers/label-points.ts';
import { ROUTE_FLAGS, ROUTES, routes } from '../layers/routes.ts';
import type { MapView } from '../map-view.ts';
import { fenceFeatures } from './fence-features.ts';
import { labelPointFeatures } from './label-point-features.ts';
import { routeFeatures } from './route-features.ts';

/** Fences, routes and labelled points on a map. Each setter replaces all features of its source. */
export interface ObjectsOnMap {
  /** @param editedId the object being edited, which its editor draws */
  setFences(list: readonly Fence[], editedId: number | null): void;
  setRoutes(list: readonly Route[], editedId: number | null): void;
  setLabelPoints(list: readonly LabelPoint[], editedId: number | null): void;
  stop(): void;
}

export function showObjects(view: MapView): ObjectsOnMap {
  const hide = [view.show(fences), view.show(routes), view.show(labelPoints)];
  const set = (source: string, features: Parameters<MapView['setFeatures']>[1]) =>
    void view.setFeatures(source, features).catch((error: unknown) => reportError(error));
  return {
    setFences(list, edited) {
      const { areas, names } = fenceFeatures(list, edited);
      set(FENCES, areas);
      set(FENCE_NAMES, names);
    },
    setRoutes(list, edited) {
      const { lines, flags } = routeFeatures(list, edited);
      set(ROUTES, lines);
      set(ROUTE_FLAGS, flags);
    },
    setLabelPoints: (list, edited) => set(LABEL_POINTS, labelPointFeatures(list, edited)),
    stop() {
      for (const one of hide) one();
    },
  };
}
