import type { Db } from '../../db/database.ts';
import type { Handlers } from '../../http/handler.ts';
import type { Addresses } from '../../places/addresses.ts';
import { foundCoordinates, foundOutside, foundPlaces, inOrder, MOST_FOUND } from '../../places/find.ts';
import type { Gazetteer } from '../../places/gazetteer.ts';
import { findOwnThings } from '../../places/own-things.ts';
import type { PlanRoute } from '../../places/routing.ts';
import type { SearchOutside } from '../../places/search-outside.ts';

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
  return {
    async queryAddress({ latitude, longitude }, caller) {
      return { address: await addresses.read(latitude, longitude, caller.language) };
    },

    async geoLocInfoWithKeywords({ keywords, latitude, longitude }, caller) {
      const { language } = caller;
      const near = latitude === undefined || longitude === undefined ? null : { latitude, longitude };
      const looking = { keywords, language, near };
      const [own, outside] = await Promise.all([
        findOwnThings(db, caller, { keywords, language, most: MOST_FOUND }),
        searchOutside(keywords, near, language),
      ]);
      const coordinates = foundCoordinates(gazetteer, looking);
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
