import { App, Button } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useDrafts } from '../features/map-objects/forms/drafts-store.ts';
import type { FormSubject } from '../features/map-objects/forms/form-subject.ts';
import { PANEL_OF } from '../parts/map-objects/map-object.ts';
import { useToolPanels } from '../parts/map-tools/tool-panels.ts';
import { screenAt } from './routes.tsx';

const KEY = 'object-draft';
/** Seconds for which it can be undone. */
const LASTS = 12;

/** Says that a form of the map was given up with something in it, also to who has left the map by that, and brings it back. */
export function DraftToast({ left }: { readonly left: FormSubject }) {
  const { t } = useTranslation('mapObjects');
  const { message } = App.useApp();
  const navigate = useNavigate();
  const onMap = screenAt(useLocation().pathname)?.keep === 'live';
  useEffect(() => {
    const { want, forget } = useDrafts.getState();
    const restore = () => {
      want(left);
      useToolPanels.getState().show(PANEL_OF[left.kind]);
      if (!onMap) void navigate('/Map');
    };
    message.open({
      key: KEY,
      type: 'info',
      duration: LASTS,
      onClose: () => forget(left),
      content: (
        <>
          {t('draft.left', { name: left.fields.name || t(`${left.kind}.one`) })}
          <Button type="link" size="small" onClick={restore}>
            {t('draft.restore')}
          </Button>
        </>
      ),
    });
  }, [left, onMap, navigate, message, t]);
  useEffect(() => () => message.destroy(KEY), [message]);
  return null;
}
