import { IconSnowflake } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { variations } from '@wakeline/domain/courses/variations';
import { courseOfVersion } from '@wakeline/domain/races/course-of-version';
import { Alert, App, Button, Form, InputNumber, Select } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../../format/use-format.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { useClient } from '../../../service/client.ts';
import { errorText } from '../../../service/error-text.ts';
import { USER_QUERIES, useSession } from '../../../service/session.ts';
import styles from '../matches.module.css';
import type { SourceFieldsProps } from './source-fields.ts';
import { useSeesPlanner } from './use-functions.ts';

const RADIUS = { min: 5, max: 500, default: 15 };
/** Events that the select offers at once. */
const MAX_EVENTS = 50;

/** A frozen version of a course of the planner; a course can be frozen here. */
export function VersionSource(props: SourceFieldsProps) {
  const { t } = useTranslation('matches');
  return useSeesPlanner() ? (
    <VersionFields {...props} />
  ) : (
    <Alert type="info" showIcon title={t('plannerNeedsFunction')} />
  );
}

function VersionFields({ initial, onChange }: SourceFieldsProps) {
  const { t } = useTranslation('matches');
  const language = useLanguage();
  const client = useClient();
  const before = initial?.kind === 'version' ? initial : null;
  const [eventId, setEventId] = useState<number | null>(null);
  const [courseId, setCourseId] = useState<string | null>(null);
  const [versionId, setVersionId] = useState(before?.versionId ?? null);
  const [variation, setVariation] = useState(before?.variation ?? null);
  const [radius, setRadius] = useState<number | null>(before?.radius ?? RADIUS.default);
  const version = useQuery({
    queryKey: [USER_QUERIES, 'courseEvents', 'version', versionId],
    queryFn: ({ signal }) => client.call('queryCourseVersion', { versionId: versionId ?? 0 }, { signal }),
    enabled: versionId !== null,
  });
  const { data, error } = version;
  const codes = useMemo(
    () => (data === undefined ? [] : variations(data.frozen.course).list.map(({ code }) => code)),
    [data],
  );
  const hasVariations = codes.length > 1;

  // The course of a version that is replaced is chosen already.
  useEffect(() => {
    if (data === undefined) return;
    setEventId((chosen) => chosen ?? data.eventId);
    setCourseId((chosen) => chosen ?? data.courseId);
  }, [data]);

  const chosen = useMemo(() => {
    if (data === undefined || radius === null) return null;
    const code = hasVariations ? variation : null;
    if (hasVariations && code === null) return null;
    const course = courseOfVersion(data.frozen, code, { radius });
    if (course === null) return null;
    return {
      source: { kind: 'version' as const, versionId: data.versionId, variation: code, radius },
      course,
    };
  }, [data, radius, variation, hasVariations]);
  useEffect(() => onChange(chosen), [chosen, onChange]);

  return (
    <>
      <EventField
        value={eventId}
        onChange={(next) => {
          setEventId(next);
          setCourseId(null);
          setVersionId(null);
        }}
      />
      {eventId !== null && (
        <CourseFields
          key={eventId}
          {...{ eventId, courseId, versionId }}
          onCourse={(next) => {
            setCourseId(next);
            setVersionId(null);
          }}
          onVersion={(next) => {
            setVersionId(next);
            setVariation(null);
          }}
        />
      )}
      {versionId !== null && error !== null && (
        <Alert type="error" showIcon className={styles.alert ?? ''} title={errorText(error, language)} />
      )}
      {hasVariations && (
        <Form.Item label={t('variation')} htmlFor="course-variation" extra={t('variationHint')}>
          <Select
            id="course-variation"
            placeholder={t('chooseVariation')}
            value={variation}
            options={codes.map((code) => ({ value: code, label: code }))}
            showSearch
            onChange={setVariation}
          />
        </Form.Item>
      )}
      <Form.Item label={t('radius')} htmlFor="course-radius" extra={t('radiusHint')}>
        <InputNumber
          id="course-radius"
          suffix={t('m')}
          min={RADIUS.min}
          max={RADIUS.max}
          value={radius}
          onChange={setRadius}
        />
      </Form.Item>
    </>
  );
}

interface EventFieldProps {
  readonly value: number | null;
  readonly onChange: (eventId: number) => void;
}

/** An event of the course planner, searched by name or place. */
function EventField({ value, onChange }: EventFieldProps) {
  const { t } = useTranslation('matches');
  const client = useClient();
  const [keywords, setKeywords] = useState('');
  const { data, isFetching } = useQuery({
    queryKey: [USER_QUERIES, 'courseEvents', 'choices', keywords],
    queryFn: ({ signal }) =>
      client.call('queryCourseEvents', { keywords, pageIndex: 1, pageSize: MAX_EVENTS }, { signal }),
    placeholderData: (last) => last,
  });
  return (
    <Form.Item label={t('plannerEvent')} htmlFor="course-event">
      <Select
        id="course-event"
        placeholder={t('chooseEvent')}
        loading={isFetching}
        showSearch={{ filterOption: false, onSearch: setKeywords }}
        notFoundContent={<Link to="/coursePlanner">{t('noEvents')}</Link>}
        value={value}
        options={(data?.list ?? []).map((event) => ({ value: event.eventId, label: event.eventName }))}
        onChange={(eventId) => eventId !== null && onChange(eventId)}
      />
    </Form.Item>
  );
}

interface CourseFieldsProps {
  readonly eventId: number;
  readonly courseId: string | null;
  readonly versionId: number | null;
  readonly onCourse: (courseId: string) => void;
  readonly onVersion: (versionId: number) => void;
}

/** A course of an event, and one of its versions: an existing one, or one of now. */
function CourseFields({ eventId, courseId, versionId, onCourse, onVersion }: CourseFieldsProps) {
  const { t } = useTranslation('matches');
  const language = useLanguage();
  const { formatDateTime } = useFormat();
  const { message } = App.useApp();
  const client = useClient();
  const queryClient = useQueryClient();
  const { permission } = useSession();
  const event = useQuery({
    queryKey: [USER_QUERIES, 'courseEvents', 'courses', eventId],
    queryFn: ({ signal }) => client.call('queryCourseEvent', { eventId }, { signal }),
  });
  const versionsKey = [USER_QUERIES, 'courseEvents', 'versions', eventId];
  const versions = useQuery({
    queryKey: versionsKey,
    queryFn: ({ signal }) => client.call('queryCourseVersions', { eventId }, { signal }),
  });
  const freeze = useMutation({
    mutationFn: (course: string) => client.call('freezeCourse', { eventId, courseId: course }),
    async onSuccess(frozen) {
      await queryClient.invalidateQueries({ queryKey: versionsKey });
      onVersion(frozen.versionId);
      message.success(t('frozen', { number: frozen.number }));
    },
    onError: (error) => void message.error(errorText(error, language)),
  });
  const failure = event.error ?? versions.error;
  if (failure !== null) return <Alert type="error" showIcon title={errorText(failure, language)} />;
  const own = versions.data?.list.filter((version) => version.courseId === courseId) ?? [];
  return (
    <>
      <Form.Item label={t('plannerCourse')} htmlFor="course-course">
        <Select
          id="course-course"
          placeholder={t('chooseCourse')}
          loading={event.isPending}
          notFoundContent={t('noPlannedCourses')}
          value={courseId}
          options={(event.data?.event.courses ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(next) => next !== null && onCourse(next)}
        />
      </Form.Item>
      {courseId !== null && (
        <Form.Item label={t('version')} htmlFor="course-version" extra={t('versionHint')}>
          <Select
            id="course-version"
            placeholder={t(own.length === 0 ? 'noVersions' : 'chooseVersion')}
            loading={versions.isPending}
            notFoundContent={t('noVersions')}
            value={versionId}
            options={own.map((version) => ({
              value: version.versionId,
              label: `${version.number} · ${formatDateTime(version.createTime)}`,
            }))}
            onChange={(next) => next !== null && onVersion(next)}
          />
          {permission !== 'viewer' && (
            <Button
              className={styles.below ?? ''}
              icon={<IconSnowflake size={16} />}
              loading={freeze.isPending}
              onClick={() => freeze.mutate(courseId)}
            >
              {t('freezeNow')}
            </Button>
          )}
        </Form.Item>
      )}
    </>
  );
}
