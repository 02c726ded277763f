import type { LabelPoint } from '@wakeline/contract/entities/map-object';
import type { FeatureCollection } from 'geojson';
import { writeImageSubject } from '../icons/images.ts';
import { isPicture, toPointIcon } from '../icons/point-glyphs.ts';

/** Map features of the visible labelled points, except the one being edited. */
export function labelPointFeatures(points: readonly LabelPoint[], edited: number | null): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: points
      .filter(({ display, labelPointId }) => display === 'SHOW' && labelPointId !== edited)
      .map(({ labelPointId, placeName, latitude, longitude, iconUrl, color }) => ({
        type: 'Feature',
        id: labelPointId,
        properties: {
          name: placeName,
          icon: writeImageSubject(
            isPicture(iconUrl) ? ['point-picture', iconUrl, color] : ['point', toPointIcon(iconUrl), color],
          ),
        },
        geometry: { type: 'Point', coordinates: [longitude, latitude] },
      })),
  };
}
