import { useQuery } from '@tanstack/react-query';
import { LIMITS } from '@wakeline/contract/limits';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { readCamera } from '../../../map/session/stored-camera.ts';
import { SystemSelect } from '../../../parts/layers/system-select.tsx';
import { useEventMaps } from '../../../parts/layers/use-event-maps.ts';
import { useClient } from '../../../service/client.ts';
import { USER_QUERIES } from '../../../service/session.ts';
import { Field } from '../planner/panels/field.tsx';

interface GridFieldsProps {
  /** Of the file. */
  readonly point: { readonly easting: number; readonly northing: number };
  /** EPSG code. */
  readonly system: number | null;
  readonly onChange: (system: number) => void;
}

/** The coordinate system of metres, with those in which the positions are near the maps of the account. */
export function GridFields({ point: { easting, northing }, system, onChange }: GridFieldsProps) {
  const { t } = useTranslation('coursePlanner');
  const client = useClient();
  const areas = useKnownAreas();
  const { data } = useQuery({
    queryKey: [USER_QUERIES, 'courseSystems', easting, northing, areas],
    queryFn: ({ signal }) => client.call('suggestCourseSystems', { easting, northing, areas }, { signal }),
    enabled: areas.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Field label={t('import.system')}>
      <SystemSelect value={system} suggested={data?.list ?? []} onChange={onChange} />
    </Field>
  );
}

type Area = [west: number, south: number, east: number, north: number];

/** The extents of the account's maps, and what the planner and the live map displayed last. */
function useKnownAreas(): Area[] {
  const maps = useEventMaps();
  return useMemo(() => {
    const seen = ['courses', 'live'].flatMap((name): Area[] => {
      const center = readCamera(name)?.center;
      return center === undefined ? [] : [[center.lng, center.lat, center.lng, center.lat]];
    });
    const known = maps.flatMap(({ bounds }): Area[] =>
      bounds === null ? [] : [[bounds.west, bounds.south, bounds.east, bounds.north]],
    );
    return [...known, ...seen].slice(-LIMITS.layersPerAccount);
  }, [maps]);
}
