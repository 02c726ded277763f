import type { Db } from '../db/database.ts';
import type { Handlers } from '../http/handler.ts';
import type { Addresses } from './addresses.ts';
import { foundCoordinates, foundOutside, foundPlaces, inOrder, MOST_FOUND } from './find.ts';
import type { Gazetteer } from './gazetteer.ts';
import { OutsideBudget } from './outside-budget.ts';
import { findOwnThings } from './own-things.ts';
import type { PlanRoute } from './routing.ts';
import type { SearchOutside } from './search-outside.ts';

/** The keywords are a name, IMEI or label as it is written. */
const EXACTLY = 0;

export interface PlaceParts {
  readonly db: Db;
  readonly gazetteer: Gazetteer;
  readonly addresses: Addresses;
  readonly searchOutside: SearchOutside;
  readonly planRoute: PlanRoute;
}

/** Places by name, by coordinates and in words, and ways between them. */
export function placeHandlers({
  db,
  gazetteer,
  addresses,
  searchOutside,
  planRoute,
}: PlaceParts): Pick<Handlers, 'queryAddress' | 'geoLocInfoWithKeywords' | 'getRoutePlan'> {
  const budget = new OutsideBudget();
  return {
    async queryAddress({ latitude, longitude, lang }, { accountId, language }, { now }) {
      const mayAsk = () => budget.take(accountId, now);
      return { address: await addresses.read(latitude, longitude, lang ?? language, mayAsk) };
    },

    async geoLocInfoWithKeywords({ keywords, latitude, longitude }, caller, { now }) {
      const { language } = caller;
      const near = latitude === undefined || longitude === undefined ? null : { latitude, longitude };
      const looking = { keywords, language, near };
      const own = await findOwnThings(db, caller, { keywords, language, most: MOST_FOUND });
      const coordinates = foundCoordinates(gazetteer, looking);
      // Who types coordinates, or a device's number or name in full, means that: nobody outside is told of it.
      const meant = coordinates !== null || own.some(({ match }) => match === EXACTLY);
      const outside = meant
        ? []
        : await searchOutside(keywords, near, language, () => budget.take(caller.accountId, now));
      const places = [...foundOutside(outside, looking), ...foundPlaces(gazetteer, looking)];
      const things = inOrder([...own, ...places]);
      const list = (coordinates === null ? things : [coordinates, ...things]).slice(0, MOST_FOUND);
      return { list, total: list.length };
    },

    async getRoutePlan({ type, points }) {
      return planRoute(type, points);
    },
  };
}
