import { useQuery } from '@tanstack/react-query';
import type { BaseLayer } from '@wakeline/contract/entities/base-layer';
import { createContext, use } from 'react';
import { useClient } from '../../service/client.ts';
import { MINE } from '../../service/session.ts';

export interface OfferedLayers {
  /** None while they are being asked for. */
  readonly list: readonly BaseLayer[];
  readonly defaultIndex: number | null;
  /** They could not be read: that there are none is not known. */
  readonly failed: boolean;
  reload(): void;
}

const NONE: readonly BaseLayer[] = [];

/** The base layers of a page that brings its own, such as that of a share link; null: those of the user. */
export const GivenLayersContext = createContext<Pick<OfferedLayers, 'list' | 'defaultIndex'> | null>(null);

/** The base layers that the user is offered. They change with the server's configuration only, or with his rights. */
export function useBaseLayers(): OfferedLayers {
  const client = useClient();
  const given = use(GivenLayersContext);
  const { data, isError, refetch } = useQuery({
    queryKey: [MINE, 'base-layers'],
    queryFn: ({ signal }) => client.call('queryBaseLayers', {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: given === null,
  });
  if (given !== null) return { ...given, failed: false, reload: () => undefined };
  return {
    list: data?.list ?? NONE,
    defaultIndex: data?.defaultIndex ?? null,
    failed: isError && data === undefined,
    reload: () => void refetch(),
  };
}
