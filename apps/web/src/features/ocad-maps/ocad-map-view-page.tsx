import { NamedError } from '@wakeline/contract/errors';
import type { OcadMap } from '@wakeline/contract/ocad-maps/ocad-map';
import { Button, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useLanguage } from '../../i18n/i18n.ts';
import { useOcadMaps } from '../../parts/layers/use-ocad-maps.ts';
import { errorText, isPermissionError } from '../../service/error-text.ts';
import { Screen } from '../../ui/screen.tsx';
import { useSearchParams } from '../../ui/search-params.ts';
import { OcadMapView } from './ocad-map-view.tsx';
import styles from './ocad-maps.module.css';
import { PlaceEditor } from './place-editor.tsx';

/** The map in the address (`?map=7`); `&place=1` places it by points. */
export function OcadMapViewPage() {
  const { t } = useTranslation('ocadMaps');
  const { t: tApp } = useTranslation('app');
  const language = useLanguage();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const { data, error, refetch } = useOcadMaps();
  const map = data?.list.find(({ mapId }) => String(mapId) === params.get('map'));
  if (map !== undefined)
    return <OcadMapScreen key={map.mapId} map={map} isPlacing={params.get('place') === '1'} />;
  if (data === undefined && error === null)
    return (
      <Screen title={t('title')}>
        <Skeleton active title={false} paragraph={{ rows: 8 }} />
      </Screen>
    );
  return (
    <Screen title={t('title')}>
      <div className={styles.failure} role="alert">
        <p>{errorText(data === undefined ? error : new NamedError('ocad-unknown'), language)}</p>
        {data === undefined && !isPermissionError(error) ? (
          <Button onClick={() => void refetch()}>{tApp('action.retry')}</Button>
        ) : (
          <Button onClick={() => navigate('/ocadCustomMaps')}>{t('title')}</Button>
        )}
      </div>
    </Screen>
  );
}

function OcadMapScreen({ map, isPlacing }: { readonly map: OcadMap; readonly isPlacing: boolean }) {
  return isPlacing && map.abilities.edit ? <PlaceEditor map={map} /> : <OcadMapView map={map} />;
}
