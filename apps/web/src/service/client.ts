import type { Client } from '@wakeline/client/client';
import { createContext, use } from 'react';

const MISSING_CLIENT_ERROR = new Error(
  'A component that calls the service is rendered outside the providers',
);

export const ClientContext = createContext<Client | null>(null);

/** The client of the service. Every failure is a NamedError. */
export function useClient(): Client {
  const client = use(ClientContext);
  if (!client) throw MISSING_CLIENT_ERROR;
  return client;
}

/** Prefix of the service, which the server writes into the page. */
export function getServicePrefix(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="wakeline-prefix"]');
  return meta?.content || '/service';
}
