import { useQuery } from '@tanstack/react-query';
import { LIMITS } from '@wakeline/contract/limits';
import type { Position } from '@wakeline/domain/fences/fence-shape';
import { measureLine } from '@wakeline/domain/races/course-line';
import { courseOfRoute } from '@wakeline/domain/races/course-of-route';
import { Alert, Button, Form, Input, InputNumber, Select } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { useObjects } from '../../../parts/map-objects/use-objects.ts';
import { useClient } from '../../../service/client.ts';
import { errorText } from '../../../service/error-text.ts';
import { USER_QUERIES } from '../../../service/session.ts';
import styles from '../matches.module.css';
import { useLength } from '../use-length.ts';
import type { SourceFieldsProps } from './source-fields.ts';
import { formatSplits, parseSplits, regularSplits } from './split-distances.ts';
import { useSeesObjects } from './use-functions.ts';

const WIDTH = { min: 10, max: 1_000, default: 60 };
const DEFAULT_INTERVAL_KM = 5;
/** Start and finish are points as well. */
const MAX_SPLITS = LIMITS.raceCoursePoints - 2;

/** A route with lines across it at the start, at distances, and at the finish. */
export function RouteSource(props: SourceFieldsProps) {
  const { t } = useTranslation('matches');
  return useSeesObjects() ? (
    <RouteFields {...props} />
  ) : (
    <Alert type="info" showIcon title={t('objectsNeedFunction')} />
  );
}

function RouteFields({ initial, onChange }: SourceFieldsProps) {
  const { t } = useTranslation('matches');
  const language = useLanguage();
  const client = useClient();
  const formatLength = useLength();
  const { list, state, error } = useObjects('route');
  const before = initial?.kind === 'route' ? initial : null;
  const [routeId, setRouteId] = useState(before?.routeId ?? null);
  const [splits, setSplits] = useState(formatSplits(before?.splits ?? []));
  const [interval, setInterval] = useState<number | null>(DEFAULT_INTERVAL_KM);
  const [width, setWidth] = useState<number | null>(before?.width ?? WIDTH.default);
  // The list has simplified lines.
  const route = useQuery({
    queryKey: [USER_QUERIES, 'routes', 'full', routeId],
    queryFn: ({ signal }) => client.call('queryRouteByID', { routeId: routeId ?? 0 }, { signal }),
    enabled: routeId !== null,
  });
  const dataPoints = route.data?.dataPoints;
  const line = useMemo(() => dataPoints?.map(([lng, lat]): Position => [lng, lat]) ?? null, [dataPoints]);
  const name = route.data?.routeName ?? '';
  const length = useMemo(() => (line === null ? 0 : measureLine(line).length), [line]);
  const distances = useMemo(() => parseSplits(splits), [splits]);
  const areValid = distances !== null && distances.length <= MAX_SPLITS;
  const isWidth = width !== null && width >= WIDTH.min && width <= WIDTH.max;

  const chosen = useMemo(() => {
    if (routeId === null || line === null || distances === null || !areValid || !isWidth) return null;
    const settings = { splits: [...distances], width };
    return {
      source: { kind: 'route' as const, routeId, ...settings },
      course: courseOfRoute(line, { name, ...settings }),
    };
  }, [routeId, line, name, distances, areValid, isWidth, width]);
  useEffect(() => onChange(chosen), [chosen, onChange]);

  if (state === 'failed') return <Alert type="error" showIcon title={errorText(error, language)} />;
  return (
    <>
      <Form.Item
        label={t('route')}
        htmlFor="course-route"
        {...(line !== null && { extra: t('routeLength', { length: formatLength(length) }) })}
        {...(route.error !== null && {
          validateStatus: 'error' as const,
          help: errorText(route.error, language),
        })}
      >
        <Select
          id="course-route"
          placeholder={t('chooseRoute')}
          loading={state === 'pending'}
          notFoundContent={t('noRoutes')}
          value={routeId}
          options={list.map((one) => ({ value: one.id, label: one.name }))}
          showSearch={{ optionFilterProp: 'label' }}
          onChange={setRouteId}
        />
      </Form.Item>
      <Form.Item
        label={t('splits')}
        htmlFor="course-splits"
        extra={t('splitsHint')}
        validateStatus={areValid ? '' : 'error'}
        help={areValid ? undefined : t('splitsWrong', { max: MAX_SPLITS })}
      >
        <Input
          id="course-splits"
          suffix={t('km')}
          placeholder="5, 10, 21.0975"
          value={splits}
          onChange={({ target }) => setSplits(target.value)}
        />
      </Form.Item>
      <div className={styles.inline}>
        <InputNumber
          aria-label={t('splitInterval')}
          prefix={t('every')}
          suffix={t('km')}
          min={0.1}
          value={interval}
          onChange={setInterval}
        />
        <Button
          disabled={line === null || interval === null}
          onClick={() => setSplits(formatSplits(regularSplits(length, (interval ?? 0) * 1_000, MAX_SPLITS)))}
        >
          {t('fillSplits')}
        </Button>
      </div>
      <Form.Item label={t('lineWidth')} htmlFor="course-width" extra={t('lineWidthHint')}>
        <InputNumber
          id="course-width"
          suffix={t('m')}
          min={WIDTH.min}
          max={WIDTH.max}
          value={width}
          onChange={setWidth}
        />
      </Form.Item>
    </>
  );
}
