import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { greatCircleDistance } from '@wakeline/domain/geo/great-circle';
import { useRef } from 'react';
import { useLanguage } from '../../i18n/i18n.ts';
import { useClient } from '../../service/client.ts';
import { MINE } from '../../service/session.ts';

/** Metres from where the address was asked for: nearer than this it is the same place. */
const SAME_PLACE = 100;

interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * Where a device is, in words; null while it is not known. Asked for when somebody looks, and again once the device is
 * more than 100 m from there; what was answered last stays until then.
 */
export function useAddress(trackerId: number, at: Place | null): string | null {
  const client = useClient();
  const language = useLanguage();
  const asked = useRef<{ readonly trackerId: number; readonly place: Place } | null>(null);
  if (at === null) asked.current = null;
  else if (
    asked.current?.trackerId !== trackerId ||
    greatCircleDistance(asked.current.place, at) > SAME_PLACE
  ) {
    asked.current = { trackerId, place: at };
  }
  const place = asked.current?.place ?? null;
  const { data } = useQuery({
    queryKey: [MINE, 'address', trackerId, place?.latitude, place?.longitude, language],
    queryFn: ({ signal }) =>
      client.call(
        'queryAddress',
        { ...(place ?? { latitude: 0, longitude: 0 }), lang: language },
        { signal },
      ),
    enabled: place !== null,
    staleTime: Number.POSITIVE_INFINITY,
    // What is not known is left out: nobody has to be told.
    retry: false,
    placeholderData: keepPreviousData,
  });
  return place === null ? null : (data?.address ?? null);
}
