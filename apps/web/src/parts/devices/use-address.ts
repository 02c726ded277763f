import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { greatCircleDistance } from '@wakeline/domain/geo/great-circle';
import { useRef } from 'react';
import { useLanguage } from '../../i18n/i18n.ts';
import { useClient } from '../../service/client.ts';
import { USER_QUERIES } from '../../service/session.ts';

/** Distance in metres from the last requested coordinates below which the address is not requested again. */
const REFETCH_DISTANCE_M = 100;

interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * The address of a device; null while unknown. Requested when a component uses it, and again once the device has moved
 * more than 100 m. The previous address stays until then.
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
    lastRequest.current = { trackerId, coordinates };
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
    // An unknown address is left out without an error.
    retry: false,
    placeholderData: keepPreviousData,
  });
  return requestedCoordinates === null ? null : (data?.address ?? null);
}
