import { App, Button } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useDrafts } from '../features/map-objects/forms/drafts-store.ts';
import type { FormSubject } from '../features/map-objects/forms/form-subject.ts';
import { PANEL_BY_KIND } from '../parts/map-objects/map-object.ts';
import { useToolPanels } from '../parts/map-tools/tool-panels.ts';
import { findScreen } from './routes.tsx';

const MESSAGE_KEY = 'object-draft';
/** Seconds for which the draft can be restored. */
const DURATION_S = 12;

/** Shows that a map form was closed with unsaved input, also after leaving the map, and can restore it. */
export function DraftToast({ draft }: { readonly draft: FormSubject }) {
  const { t } = useTranslation('mapObjects');
  const { message } = App.useApp();
  const navigate = useNavigate();
  const isOnLiveMap = findScreen(useLocation().pathname)?.keepAlive === 'live';
  useEffect(() => {
    const { restore: restoreDraft, discard } = useDrafts.getState();
    const restore = () => {
      restoreDraft(draft);
      useToolPanels.getState().show(PANEL_BY_KIND[draft.kind]);
      if (!isOnLiveMap) void navigate('/Map');
    };
    message.open({
      key: MESSAGE_KEY,
      type: 'info',
      duration: DURATION_S,
      onClose: () => discard(draft),
      content: (
        <>
          {t('draft.discarded', { name: draft.fields.name || t(`${draft.kind}.one`) })}
          <Button type="link" size="small" onClick={restore}>
            {t('draft.restore')}
          </Button>
        </>
      ),
    });
  }, [draft, isOnLiveMap, navigate, message, t]);
  useEffect(() => () => message.destroy(MESSAGE_KEY), [message]);
  return null;
}
