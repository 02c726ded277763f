import type { Route } from '@wakeline/contract/entities/map-object';
import type { Feature, FeatureCollection } from 'geojson';

export interface RouteFeatures {
  readonly lines: FeatureCollection;
  /** Flags at the ends, and via points. */
  readonly flags: FeatureCollection;
}

/** Map features of the visible routes, except the one being edited. */
export function routeFeatures(routes: readonly Route[], editedId: number | null): RouteFeatures {
  const lines: Feature[] = [];
  const flags: Feature[] = [];
  for (const route of routes) {
    if (route.display !== 'SHOW' || route.routeId === editedId) continue;
    const { routeId: id, color, weight, routeName: name } = route;
    const [first, last] = [route.line[0], route.line.at(-1)];
    if (first === undefined || last === undefined || route.line.length < 2) continue;
    lines.push({
      type: 'Feature',
      id,
      properties: { color, weight, name },
      geometry: { type: 'LineString', coordinates: route.line },
    });
    const flag = (at: readonly number[], end: 'start' | 'via' | 'end', label: string): Feature => ({
      type: 'Feature',
      id,
      properties: { end, name: label, color },
      geometry: { type: 'Point', coordinates: [...at] },
    });
    flags.push(flag(first, 'start', route.start), flag(last, 'end', route.end));
    for (const point of route.points.slice(1, -1))
      flags.push(flag([point.lng, point.lat], 'via', point.name));
  }
  return {
    lines: { type: 'FeatureCollection', features: lines },
    flags: { type: 'FeatureCollection', features: flags },
  };
}
