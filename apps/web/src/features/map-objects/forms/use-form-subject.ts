import type { MapObjectKind } from '@wakeline/contract/entities/map-object';
import { LIMITS } from '@wakeline/contract/limits';
import { App } from 'antd';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import type { MapObject } from '../../../parts/map-objects/map-object.ts';
import { useObjectsStore } from '../../../parts/map-objects/objects-store.ts';
import { useClient } from '../../../service/client.ts';
import { errorText } from '../../../service/error-text.ts';
import { useDrafts } from './drafts-store.ts';
import type { FormSubject } from './form-subject.ts';
import { newSubject, subjectOf } from './new-subject.ts';

export interface OpenForm {
  /** What the form is open for; null: the list is displayed. */
  readonly subject: FormSubject | null;
  /** Changes with each opening, so that forms share no state. */
  readonly key: number;
  /** A route's full line is loading. */
  readonly loading: boolean;
  add(options: Parameters<typeof newSubject>[1]): void;
  edit(object: MapObject): void;
  duplicate(object: MapObject): void;
  close(): void;
}

interface OpenedForm {
  readonly subject: FormSubject | null;
  readonly key: number;
}

/** Opens the form of a panel: for a new object, an existing one, or a draft to be restored. */
export function useFormSubject(kind: MapObjectKind): OpenForm {
  const { t } = useTranslation('mapObjects');
  const language = useLanguage();
  const client = useClient();
  const { message } = App.useApp();
  const [{ subject, key }, setOpened] = useState<OpenedForm>({ subject: null, key: 0 });
  const setSubject = useCallback((next: FormSubject | null) => {
    // The form replaces the popup.
    if (next !== null) useObjectsStore.getState().select(null);
    setOpened((previous) => ({ subject: next, key: previous.key + 1 }));
  }, []);
  const [loading, setLoading] = useState(false);
  const latestRequest = useRef(0);

  const { toRestore, restore } = useDrafts();
  useEffect(() => {
    if (toRestore?.kind !== kind) return;
    restore(null);
    setSubject(toRestore);
  }, [toRestore, restore, kind, setSubject]);

  async function open(object: MapObject, copy: { readonly name: string } | null): Promise<void> {
    latestRequest.current += 1;
    const request = latestRequest.current;
    if (object.kind !== 'route') {
      setSubject(subjectOf(object, null, copy));
      return;
    }
    setLoading(true);
    try {
      const fullRoute = await client.call('queryRouteByID', { routeId: object.id });
      if (request === latestRequest.current) setSubject(subjectOf(object, fullRoute, copy));
    } catch (error) {
      message.error(errorText(error, language));
    } finally {
      setLoading(false);
    }
  }

  return {
    subject,
    key,
    loading,
    add(options) {
      latestRequest.current += 1;
      setSubject(newSubject(kind, options));
    },
    edit: (object) => void open(object, null),
    duplicate(object) {
      const suffix = t('copySuffix');
      void open(object, { name: `${object.name.slice(0, LIMITS.name - suffix.length)}${suffix}` });
    },
    close() {
      latestRequest.current += 1;
      setSubject(null);
    },
  };
}
