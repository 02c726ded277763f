import { useQuery } from '@tanstack/react-query';
import type { BaseLayer } from '@wakeline/contract/entities/base-layer';
import { createContext, use } from 'react';
import { useClient } from '../../service/client.ts';
import { USER_QUERIES } from '../../service/session.ts';

export interface AvailableLayers {
  /** None while they are being asked for. */
  readonly list: readonly BaseLayer[];
  readonly defaultIndex: number | null;
  /** They could not be read: that there are none is not known. */
  readonly failed: boolean;
  reload(): void;
}

const NO_LAYERS: readonly BaseLayer[] = [];

/** The base layers of a page that brings its own, such as that of a share link; null: those of the user. */
export const ProvidedLayersContext = createContext<Pick<AvailableLayers, 'list' | 'defaultIndex'> | null>(
  null,
);

/** The base layers that the user is offered. They change with the server's configuration only, or with his rights. */
export function useBaseLayers(): AvailableLayers {
  const client = useClient();
  const provided = use(ProvidedLayersContext);
  const { data, isError, refetch } = useQuery({
    queryKey: [USER_QUERIES, 'base-layers'],
    queryFn: ({ signal }) => client.call('queryBaseLayers', {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: provided === null,
  });
  if (provided !== null) return { ...provided, failed: false, reload: () => undefined };
  return {
    list: data?.list ?? NO_LAYERS,
    defaultIndex: data?.defaultIndex ?? null,
    failed: isError && data === undefined,
    reload: () => void refetch(),
  };
}
