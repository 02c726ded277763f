import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { Display, MapObjectKind } from '@wakeline/contract/entities/map-object';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { type MapObject, QUERY_OF } from '../../../parts/map-objects/map-object.ts';
import { useObjectsStore } from '../../../parts/map-objects/objects-store.ts';
import { useClient } from '../../../service/client.ts';
import { errorText } from '../../../service/error-text.ts';
import { MINE } from '../../../service/session.ts';
import { doEach, type Outcome } from './do-each.ts';
import { OBJECT_CALLS } from './object-calls.ts';

/** Shows, hides and deletes objects, one or many, and says how it went. */
export interface ObjectChanges {
  setDisplay(objects: readonly MapObject[], display: Display): Promise<void>;
  /** Asks first, as the specification wants it. */
  remove(objects: readonly MapObject[]): void;
}

interface StoredList {
  readonly list: readonly { readonly display: Display }[];
}

/** Draws a change at once, before the server has it. */
function showAtOnce(
  queries: QueryClient,
  kind: MapObjectKind,
  ids: ReadonlySet<number>,
  display: Display,
): void {
  queries.setQueryData<StoredList>([MINE, QUERY_OF[kind]], (held) =>
    held === undefined
      ? held
      : {
          ...held,
          list: held.list.map((one) =>
            ids.has(Number(Reflect.get(one, OBJECT_CALLS[kind].id))) ? { ...one, display } : one,
          ),
        },
  );
}

export function useChangeObjects(kind: MapObjectKind): ObjectChanges {
  const calls = OBJECT_CALLS[kind];
  const { t } = useTranslation('mapObjects');
  const { t: app } = useTranslation('app');
  const language = useLanguage();
  const client = useClient();
  const queries = useQueryClient();
  const { message, modal } = App.useApp();
  const setChanging = useObjectsStore((state) => state.setChanging);

  async function each(
    objects: readonly MapObject[],
    act: (object: MapObject) => Promise<unknown>,
  ): Promise<Outcome> {
    setChanging(true);
    try {
      const outcome = await doEach(objects, act);
      if (outcome.failed > 0)
        message.error(
          objects.length === 1
            ? errorText(outcome.error, language)
            : t('some.failed', { count: outcome.failed, why: errorText(outcome.error, language) }),
        );
      return outcome;
    } finally {
      setChanging(false);
      await queries.invalidateQueries({ queryKey: [MINE, QUERY_OF[kind]] });
    }
  }

  return {
    async setDisplay(objects, display) {
      const other = objects.filter((object) => object.abilities.edit && object.display !== display);
      if (other.length === 0) return;
      await queries.cancelQueries({ queryKey: [MINE, QUERY_OF[kind]] });
      showAtOnce(queries, kind, new Set(other.map(({ id }) => id)), display);
      await each(other, ({ id }) => calls.edit(client, id, { display }));
    },
    remove(objects) {
      const removable = objects.filter(({ abilities }) => abilities.remove);
      const [first] = removable;
      if (first === undefined) return;
      const one = removable.length === 1;
      modal.confirm({
        title: one
          ? t(`${kind}.removeTitle`, { name: first.name })
          : t(`${kind}.removeMany`, { count: removable.length }),
        content: t(`${kind}.removeText`),
        okText: t('action.remove'),
        okButtonProps: { danger: true },
        cancelText: app('action.cancel'),
        async onOk() {
          const { done } = await each(removable, ({ id }) => calls.remove(client, id));
          if (done === 0) return;
          message.success(
            one ? t('done.removed', { name: first.name }) : t('done.removedMany', { count: done }),
          );
          useObjectsStore.setState(({ chosen }) =>
            chosen?.kind === kind && removable.some(({ id }) => id === chosen.id) ? { chosen: null } : {},
          );
        },
      });
    },
  };
}
