import type { Db } from '../db/database.ts';
import type { Handlers } from '../http/handler.ts';
import { searchAccount } from './account-search.ts';
import type { Addresses } from './addresses.ts';
import { ExternalRequestBudget } from './external-request-budget.ts';
import type { Gazetteer } from './gazetteer.ts';
import {
  findCoordinates,
  findPlaces,
  MAX_RESULTS,
  rankExternalPlaces,
  sortResults,
} from './place-results.ts';
import type { PlanRoute } from './routing.ts';
import type { SearchExternal } from './search-external.ts';

/** The keywords equal a name, IMEI or label. */
const EXACT_MATCH = 0;

export interface PlaceDependencies {
  readonly db: Db;
  readonly gazetteer: Gazetteer;
  readonly addresses: Addresses;
  readonly searchExternal: SearchExternal;
  readonly planRoute: PlanRoute;
}

/** Search for places, addresses of positions, and routes between them. */
export function createPlaceHandlers({
  db,
  gazetteer,
  addresses,
  searchExternal,
  planRoute,
}: PlaceDependencies): Pick<Handlers, 'queryAddress' | 'geoLocInfoWithKeywords' | 'getRoutePlan'> {
  const budget = new ExternalRequestBudget();
  return {
    async queryAddress({ latitude, longitude, lang }, { accountId, language }, { now }) {
      const canRequest = () => budget.take(accountId, now);
      return { address: await addresses.read(latitude, longitude, lang ?? language, canRequest) };
    },

    async geoLocInfoWithKeywords({ keywords, latitude, longitude }, caller, { now }) {
      const { language } = caller;
      const near = latitude === undefined || longitude === undefined ? null : { latitude, longitude };
      const query = { keywords, language, near };
      const accountResults = await searchAccount(db, caller, { keywords, language, limit: MAX_RESULTS, now });
      const coordinates = findCoordinates(gazetteer, query);
      // Coordinates, or the full number or name of a device, are unambiguous: they are not sent to an external
      // service.
      const isExact = coordinates !== null || accountResults.some(({ match }) => match === EXACT_MATCH);
      const external = isExact
        ? []
        : await searchExternal(keywords, near, language, () => budget.take(caller.accountId, now));
      const places = [...rankExternalPlaces(external, query), ...findPlaces(gazetteer, query)];
      const results = sortResults([...accountResults, ...places]);
      const list = (coordinates === null ? results : [coordinates, ...results]).slice(0, MAX_RESULTS);
      return { list, total: list.length };
    },

    async getRoutePlan({ type, points }) {
      return planRoute(type, points);
    },
  };
}
