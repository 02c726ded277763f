import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { greatCircleDistance } from '@wakeline/domain/geo/great-circle';
import { useRef } from 'react';
import { useLanguage } from '../../i18n/i18n.ts';
import { useClient } from '../../service/client.ts';
import { USER_QUERIES } from '../../service/session.ts';

/** Metres from where the address was asked for: nearer than this it is the same place. */
const REFETCH_DISTANCE_M = 100;

interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * Where a device is, in words; null while it is not known. Asked for when somebody looks, and again once the device is
 * more than 100 m from there; what was answered last stays until then.
 */
export function useAddress(trackerId: number, coordinates: Coordinates | null): string | null {
  const client = useClient();
  const language = useLanguage();
  const lastRequest = useRef<{ readonly trackerId: number; readonly coordinates: Coordinates } | null>(null);
  if (coordinates === null) lastRequest.current = null;
  else if (
    lastRequest.current?.trackerId !== trackerId ||
    greatCircleDistance(lastRequest.current.coordinates, coordinates) > REFETCH_DISTANCE_M
  ) {
    lastRequest.current = { trackerId, coordinates: coordinates };
  }
  const requestedCoordinates = lastRequest.current?.coordinates ?? null;
  const { data } = useQuery({
    queryKey: [
      USER_QUERIES,
      'address',
      trackerId,
      requestedCoordinates?.latitude,
      requestedCoordinates?.longitude,
      language,
    ],
    queryFn: ({ signal }) =>
      client.call(
        'queryAddress',
        { ...(requestedCoordinates ?? { latitude: 0, longitude: 0 }), lang: language },
        { signal },
      ),
    enabled: requestedCoordinates !== null,
    staleTime: Number.POSITIVE_INFINITY,
    // What is not known is left out: nobody has to be told.
    retry: false,
    placeholderData: keepPreviousData,
  });
  return requestedCoordinates === null ? null : (data?.address ?? null);
}
