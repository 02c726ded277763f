import { useQuery } from '@tanstack/react-query';
import type { BaseLayer } from '@wakeline/contract/entities/base-layer';
import { createContext, use } from 'react';
import { useClient } from '../../service/client.ts';
import { USER_QUERIES } from '../../service/session.ts';

export interface AvailableLayers {
  /** Empty while loading. */
  readonly list: readonly BaseLayer[];
  readonly defaultIndex: number | null;
  /** Loading failed: whether there are layers is unknown. */
  readonly failed: boolean;
  reload(): void;
}

const NO_LAYERS: readonly BaseLayer[] = [];

/** Base layers of a page that has its own, such as that of a share link; null: those of the user. */
export const ProvidedLayersContext = createContext<Pick<AvailableLayers, 'list' | 'defaultIndex'> | null>(
  null,
);

/** The base layers available to the user. They change only with the server's configuration or the user's rights. */
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
