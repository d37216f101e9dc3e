import { withoutAccents } from '../text/without-accents.ts';

/**
 * Names of months in languages that most people write, also as they are next to a day (`5 марта`): in
 * small letters, Latin and Greek ones without accents. Short names in English alone: many are words of other languages.
 */
const MONTHS = [
  'january jan januar janvier enero gennaio janeiro januari tammikuu tammikuuta styczen stycznia leden ledna ' +
    'januara ianuarie январь января січень січня януари ιανουαριου ocak gener يناير ינואר ژانویه',
  'february feb februar fevrier febrero febbraio fevereiro februari helmikuu helmikuuta luty lutego unor unora ' +
    'februara februarie февраль февраля лютий лютого февруари φεβρουαριου subat febrer فبراير פברואר فوریه',
  'march mar marz mars marzo marco maart marts maaliskuu maaliskuuta marzec marca brezen brezna marec marcius ' +
    'martie март марта березень березня μαρτιου mart maret marc مارس מרץ',
  'april apr avril abril aprile huhtikuu huhtikuuta kwiecien kwietnia duben dubna aprila aprilis aprilie апрель ' +
    'апреля квітень квітня април απριλιου nisan أبريل אפריל آوریل',
  'may mai mayo maggio maio mei maj toukokuu toukokuuta maja kveten kvetna majus май мая травень травня μαιου ' +
    'mayıs maig مايو מאי',
  'june jun juni juin junio giugno junho kesakuu kesakuuta czerwiec czerwca cerven cervna juna junij junius ' +
    'iunie июнь июня червень червня юни ιουνιου haziran juny يونيو יוני ژوئن',
  'july jul juli juillet julio luglio julho heinakuu heinakuuta lipiec lipca cervenec cervence jula julij ' +
    'julius iulie июль июля липень липня юли ιουλιου temmuz juliol يوليو יולי ژوئیه',
  'august aug aout agosto augustus augusti elokuu elokuuta sierpien sierpnia srpen srpna augusta avgust ' +
    'augusztus август августа серпень серпня αυγουστου agustos agustus agost أغسطس אוגוסט اوت',
  'sept september sep septembre septiembre settembre setembro syyskuu syyskuuta wrzesien wrzesnia zari ' +
    'septembra szeptember septembrie сентябрь сентября вересень вересня септември σεπτεμβριου eylul setembre ' +
    'سبتمبر ספטמבר سپتامبر',
  'october oct oktober octobre octubre ottobre outubro lokakuu lokakuuta pazdziernik pazdziernika rijen rijna ' +
    'oktobra octombrie октябрь октября жовтень жовтня октомври οκτωβριου ekim أكتوبر אוקטובר اکتبر',
  'november nov novembre noviembre novembro marraskuu marraskuuta listopad listopada listopadu novembra ' +
    'noiembrie ноябрь ноября листопад листопада ноември νοεμβριου kasım نوفمبر נובמבר نوامبر',
  'december dec dezember decembre diciembre dicembre dezembro desember joulukuu joulukuuta grudzien grudnia ' +
    'prosinec prosince decembra decembrie декабрь декабря грудень грудня декември δεκεμβριου aralık desembre ' +
    'ديسمبر דצמבר دسامبر',
];
const WEEKDAYS =
  'tues thur thurs thursday friday saturday sunday monday tuesday wednesday thu fri sat sun mon tue wed ' +
  'donnerstag freitag samstag sonntag montag dienstag mittwoch jeudi vendredi samedi dimanche lundi mardi ' +
  'mercredi jueves viernes sabado domingo lunes martes miercoles giovedi venerdi sabato domenica lunedi martedi ' +
  'mercoledi donderdag vrijdag zaterdag zondag maandag dinsdag woensdag torsdag fredag lordag sondag mandag ' +
  'tisdag onsdag lørdag søndag tirsdag torstai perjantai lauantai sunnuntai maanantai tiistai keskiviikko ' +
  'czwartek piatek sobota niedziela poniedziałek wtorek sroda ctvrtek patek nedele pondeli utery streda stvrtok ' +
  'piatok nedela pondelok utorok cetrtek petek nedelja ponedeljek torek sreda csutortok pentek szombat vasarnap ' +
  'hetfo kedd szerda joi vineri sambata duminica luni marti miercuri четверг пятница суббота воскресенье ' +
  'понедельник вторник среда четвер пʼятниця субота неділя понеділок вівторок середа четвъртък петък събота ' +
  'неделя понеделник сряда πεμπτη παρασκευη σαββατο κυριακη δευτερα τριτη τεταρτη persembe cuma cumartesi pazar ' +
  'pazartesi salı carsamba kamis jumat sabtu minggu senin selasa rabu dijous divendres dissabte diumenge ' +
  'dilluns dimarts dimecres الخميس الجمعة السبت الأحد الاثنين الثلاثاء الأربعاء गुरुवार शुक्रवार शनिवार रविवार ' +
  'सोमवार मंगलवार बुधवार پنجشنبه جمعه شنبه یکشنبه دوشنبه چهارشنبه';

const months = new Map(MONTHS.flatMap((names, i) => names.split(' ').map((name) => [name, i + 1] as const)));
const weekdays = new Set(WEEKDAYS.split(' '));

/** The month that a word names, from 1. */
export function monthNamed(word: string): number | undefined {
  return months.get(keyOf(word));
}

/** Whether a word names a day of the week. */
export function isWeekday(word: string): boolean {
  return weekdays.has(keyOf(word));
}

function keyOf(word: string): string {
  return withoutAccents(word.toLowerCase());
}
