import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { Display, MapObjectKind } from '@wakeline/contract/entities/map-object';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { type MapObject, QUERY_BY_KIND } from '../../../parts/map-objects/map-object.ts';
import { useObjectsStore } from '../../../parts/map-objects/objects-store.ts';
import { useClient } from '../../../service/client.ts';
import { errorText } from '../../../service/error-text.ts';
import { USER_QUERIES } from '../../../service/session.ts';
import { forEachConcurrently, type Outcome } from './for-each-concurrently.ts';
import { OBJECT_CALLS } from './object-calls.ts';

/** Shows, hides and deletes one or more objects, and reports the result. */
export interface ObjectChanges {
  setDisplay(objects: readonly MapObject[], display: Display): Promise<void>;
  /** Asks for confirmation, as specified. */
  remove(objects: readonly MapObject[]): void;
}

interface StoredList {
  readonly list: readonly { readonly display: Display }[];
}

/** Applies a change to the cached list before the server responds. */
function setDisplayOptimistically(
  queryClient: QueryClient,
  kind: MapObjectKind,
  ids: ReadonlySet<number>,
  display: Display,
): void {
  queryClient.setQueryData<StoredList>([USER_QUERIES, QUERY_BY_KIND[kind]], (cached) =>
    cached === undefined
      ? cached
      : {
          ...cached,
          list: cached.list.map((stored) =>
            ids.has(Number(Reflect.get(stored, OBJECT_CALLS[kind].id))) ? { ...stored, display } : stored,
          ),
        },
  );
}

export function useChangeObjects(kind: MapObjectKind): ObjectChanges {
  const calls = OBJECT_CALLS[kind];
  const { t } = useTranslation('mapObjects');
  const { t: tApp } = useTranslation('app');
  const language = useLanguage();
  const client = useClient();
  const queryClient = useQueryClient();
  const { message, modal } = App.useApp();
  const setChanging = useObjectsStore((state) => state.setChanging);

  async function runForEach(
    objects: readonly MapObject[],
    action: (object: MapObject) => Promise<unknown>,
  ): Promise<Outcome> {
    setChanging(true);
    try {
      const outcome = await forEachConcurrently(objects, action);
      if (outcome.failed > 0)
        message.error(
          objects.length === 1
            ? errorText(outcome.error, language)
            : t('some.failed', { count: outcome.failed, why: errorText(outcome.error, language) }),
        );
      return outcome;
    } finally {
      setChanging(false);
      await queryClient.invalidateQueries({ queryKey: [USER_QUERIES, QUERY_BY_KIND[kind]] });
    }
  }

  return {
    async setDisplay(objects, display) {
      const affected = objects.filter((object) => object.abilities.edit && object.display !== display);
      if (affected.length === 0) return;
      await queryClient.cancelQueries({ queryKey: [USER_QUERIES, QUERY_BY_KIND[kind]] });
      setDisplayOptimistically(queryClient, kind, new Set(affected.map(({ id }) => id)), display);
      await runForEach(affected, ({ id }) => calls.edit(client, id, { display }));
    },
    remove(objects) {
      const removable = objects.filter(({ abilities }) => abilities.remove);
      const [first] = removable;
      if (first === undefined) return;
      const isSingle = removable.length === 1;
      modal.confirm({
        title: isSingle
          ? t(`${kind}.removeTitle`, { name: first.name })
          : t(`${kind}.removeMany`, { count: removable.length }),
        content: t(`${kind}.removeText`),
        okText: t('action.remove'),
        okButtonProps: { danger: true },
        cancelText: tApp('action.cancel'),
        async onOk() {
          const { done } = await runForEach(removable, ({ id }) => calls.remove(client, id));
          if (done === 0) return;
          message.success(
            isSingle ? t('done.removed', { name: first.name }) : t('done.removedMany', { count: done }),
          );
          useObjectsStore.setState(({ selected }) =>
            selected?.kind === kind && removable.some(({ id }) => id === selected.id)
              ? { selected: null }
              : {},
          );
        },
      });
    },
  };
}
